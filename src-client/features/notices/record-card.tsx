import { BellRing, Clock } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { DocumentTypeLine } from '#client/components/record/document-type-line.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { RecordPlace } from '#client/components/record/record-place.tsx'
import { cn } from '#client/lib/cn.ts'
import { CallBar } from './call-bar.tsx'
import type { NoticeView } from './notice-view.ts'

/** Which record it is, by the alerts that it matches and the words that met. */
function Matched({ alerts, isPage }: { alerts: NoticeView['alerts']; isPage: boolean }) {
  const { t } = useTranslation()
  const [first] = alerts
  if (!first) return null
  return (
    // The page explains each match below.
    <p className={cn('text-muted-foreground wrap-anywhere max-sm:text-sm', isPage && 'max-sm:hidden')}>
      <UnbrokenIds>
        {t('record.matched', { alert: first.name, count: alerts.length, more: alerts.length - 1 })}
      </UnbrokenIds>{' '}
      {first.recordRaw && (
        <>
          {t('record.shows')}{' '}
          <span className="font-mono text-[0.92em] text-foreground">
            <MarkedText text={first.recordRaw} marks={first.marks} />
          </span>
        </>
      )}
    </p>
  )
}

/** The heading of a card among others. A page has its own. */
function CardHead({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="flex items-center gap-2.5">
        <BellRing className="text-warning" aria-hidden />
        {children}
      </h2>
      <Badge icon={Clock} tone="warning">
        {t('record.waiting')}
      </Badge>
    </div>
  )
}

type RecordCardProps = {
  notice: NoticeView
  /** The question. */
  title: string
  /** On a page of its own: its heading is the page's. */
  isPage: boolean
  /** True if a press opened the question: the button is gone, so the focus moves here. */
  focused: boolean
  /** The county's phone, or ''. */
  phone: string
  /** Said of the record before it is asked about. */
  remark?: string | undefined
  /** At the end, beside the phone. */
  more?: ReactNode
  children: ReactNode
}

/**
 * A record that waits for an answer: which property, what was recorded, and one question. The answers and the phone
 * stand on the first screen of a phone.
 */
export function RecordCard({ notice, title, isPage, focused, phone, remark, more, children }: RecordCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) question.current?.focus()
  }, [focused])
  const Question = isPage ? 'h2' : 'h3'
  return (
    // Several may ask the same, so none is a landmark.
    <article
      aria-labelledby={id}
      className="rounded-lg border border-s-8 border-border border-s-brass bg-card shadow-card print:border-s"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-card max-sm:gap-2.5 max-sm:py-3.5">
        {!isPage && <CardHead id={id}>{t('record.title')}</CardHead>}
        <RecordPlace record={notice} isCompact={isPage} />
        <DocumentTypeLine document={notice} className="max-sm:text-sm" />
        <Matched alerts={notice.alerts} isPage={isPage} />
        {notice.restricted && !isPage && <p>{t('record.restricted')}</p>}
        {remark && <p className="font-semibold">{remark}</p>}
        <div className="grid gap-3 border-t border-border pt-4 max-sm:gap-2 max-sm:pt-3 print:hidden">
          <Question id={isPage ? id : undefined} ref={question} tabIndex={-1} className="w-fit text-lg leading-[1.3]">
            {title}
          </Question>
          {children}
        </div>
      </div>
      <CallBar phone={phone}>{more}</CallBar>
    </article>
  )
}
