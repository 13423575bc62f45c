import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { DocumentTypeLine } from '#client/components/record/document-type-line.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { RecordNumbers, RecordPlace } from '#client/components/record/record-place.tsx'
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

type RecordCardProps = {
  notice: NoticeView
  /** The question. */
  title: string
  /** On a page of its own. Home frames and names each record itself. */
  isPage: boolean
  /** True if a press opened the question: the button is gone, so the focus moves here. */
  focused: boolean
  /** The county's phone, or ''. */
  phone: string
  /** Said of the record before it is asked about. */
  remark?: string | undefined
  /** More about the record, before the question. */
  about?: ReactNode
  /** At the end, beside the phone. */
  more?: ReactNode
  children: ReactNode
}

/**
 * A record that waits for an answer: which property, what was recorded, and one question. The answers and the phone
 * stand on the first screen of a phone.
 */
export function RecordCard(props: RecordCardProps) {
  const { notice, title, isPage, focused, phone, remark, about, more, children } = props
  const { t } = useTranslation()
  const id = useId()
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) question.current?.focus()
  }, [focused])
  const Question = isPage ? 'h2' : 'h4'
  const record = (
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:gap-2.5',
        isPage ? 'p-card max-sm:py-3.5' : 'px-card pt-1 pb-card max-sm:pb-3.5',
      )}
    >
      {isPage ? <RecordPlace record={notice} isCompact /> : <RecordNumbers record={notice} />}
      <DocumentTypeLine document={notice} className="max-sm:text-sm" />
      {about}
      <Matched alerts={notice.alerts} isPage={isPage} />
      {notice.restricted && !isPage && <p>{t('record.restricted')}</p>}
      {remark && <p className="font-semibold">{remark}</p>}
      <div className="grid gap-3 border-t border-border pt-4 max-sm:gap-2 max-sm:pt-3 print:hidden">
        <Question id={id} ref={question} tabIndex={-1} className="w-fit text-lg leading-[1.3]">
          {title}
        </Question>
        {children}
      </div>
      {!isPage && <div className="print:hidden">{more}</div>}
    </div>
  )
  if (!isPage) return record
  return (
    // Several may ask the same, so none is a landmark.
    <article
      aria-labelledby={id}
      className="rounded-lg border border-s-8 border-border border-s-brass bg-card shadow-card print:border-s"
    >
      {record}
      <CallBar phone={phone}>{more}</CallBar>
    </article>
  )
}
