import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentTypeLine } from '#client/components/record/document-type-line.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { RecordNumbers } from '#client/components/record/record-place.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import type { NoticeView } from './notice-view.ts'

/** The record to answer about, by the alerts that it matches and the matching words. */
function Matched({ alerts }: { alerts: NoticeView['alerts'] }) {
  const { t } = useTranslation()
  const [first] = alerts
  if (!first) return null
  return (
    <p className="text-muted-foreground wrap-anywhere max-sm:text-sm">
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
  /** True if a press opened the question: the button is gone, so the focus moves here. */
  focused: boolean
  /** A text about the record before the question. */
  remark?: string | undefined
  /** More about the record, before the question. */
  about?: ReactNode
  /** At the end, next to the phone. */
  more?: ReactNode
  children: ReactNode
}

/** A record that waits for an answer, below its line on home: what was recorded, and one question. */
export function RecordCard(props: RecordCardProps) {
  const { notice, title, focused, remark, about, more, children } = props
  const { t } = useTranslation()
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) question.current?.focus()
  }, [focused])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-card pt-1 pb-card max-sm:gap-2.5 max-sm:pb-3.5">
      <RecordNumbers record={notice} />
      <DocumentTypeLine document={notice} className="max-sm:text-sm" />
      {about}
      <Matched alerts={notice.alerts} />
      {notice.restricted && <p>{t('record.restricted')}</p>}
      {remark && <p className="font-semibold">{remark}</p>}
      <div className="grid gap-3 border-t border-border pt-4 max-sm:gap-2 max-sm:pt-3 print:hidden">
        <h4 ref={question} tabIndex={-1} className="w-fit text-lg leading-[1.3]">
          {title}
        </h4>
        {children}
      </div>
      <div className="print:hidden">{more}</div>
    </div>
  )
}
