import { CirclePause, CircleX, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { AnswerLine } from './answer-line.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { channelIcons } from '#client/components/ui/channel-icons.ts'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'

/** When it was sent; otherwise that it is on its way, or why it was not sent. */
function Delivery({ event }: { event: OutgoingEventView }) {
  const { t } = useTranslation()
  const Icon = channelIcons[event.deliveryMethodType]
  const stopped = ['unsent', 'cancelled', 'failed'].includes(event.deliveryState)
  const NotSent = event.deliveryState === 'failed' ? CircleX : CirclePause
  const Outcome = stopped && !event.deliveredTimestampFormatted ? NotSent : Clock
  const when = event.deliveredTimestampFormatted
    ? t('historyList.sent', { at: event.deliveredTimestampFormatted })
    : t(stopped ? 'historyList.notSent' : 'historyList.onItsWay')
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      <p className="flex min-w-0 gap-2 wrap-anywhere">
        <Icon className="mt-[0.15em] text-muted-foreground" aria-hidden />
        {t(`historyList.sentTo.${event.deliveryMethodType}`, { target: event.deliveryTarget })}
      </p>
      <p className="flex items-center gap-2 tabular-nums">
        <Outcome className="text-muted-foreground" aria-hidden />
        {when}
      </p>
      {!event.deliveredTimestampFormatted && stopped && event.deliveryReason && <p>{event.deliveryReason}</p>}
      {event.possiblyTwice && <p>{t('historyList.twice')}</p>}
    </div>
  )
}

/** The reader's answer, with a link to the answer page: the message may be long gone. */
function Answer({ event }: { event: OutgoingEventView }) {
  const { t } = useTranslation()
  const { noticePath, documentIdentifer: id } = event
  if (!noticePath) return null
  const answered = event.answer !== null
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 print:hidden">
      <AnswerLine event={event} />
      <Link
        href={noticePath}
        aria-label={t(answered ? 'historyList.changeOne' : 'historyList.answerOne', { id })}
        className="inline-flex min-h-11 items-center"
      >
        {t(answered ? 'historyList.change' : 'historyList.answer')}
      </Link>
    </div>
  )
}

/** A match: the record, why it matched, and how the notice was sent. */
export function HistoryItem({ event }: { event: OutgoingEventView }) {
  const { t } = useTranslation()
  return (
    <li className="grid gap-2 rounded-lg border border-border bg-card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere">
          <UnbrokenIds>{event.alertName}</UnbrokenIds>
        </h3>
        <p className="text-sm text-muted-foreground tabular-nums">
          {t('historyList.recorded', { at: event.recordedTimestampFormatted })}
        </p>
      </div>
      <p className="wrap-anywhere">
        <b>{event.documentDescription}</b>{' '}
        <span className="inline-block max-w-full text-muted-foreground">
          <UnbrokenIds>{t('historyList.document', { id: event.documentIdentifer })}</UnbrokenIds>
        </span>
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-sm text-muted-foreground">{t('historyList.watches')}</dt>
        <dd className="wrap-anywhere">
          <UnbrokenIds>{event.combinedCriteria}</UnbrokenIds>
        </dd>
        <dt className="text-sm text-muted-foreground">{t('historyList.says')}</dt>
        <dd className="font-mono text-sm wrap-anywhere">
          <MarkedText text={event.incomingEventCombinedCriteria} marks={event.marks} />
        </dd>
      </dl>
      {event.sentence && <p className="text-sm text-muted-foreground">{event.sentence}</p>}
      <Delivery event={event} />
      <Answer event={event} />
      {event.documentUrl && (
        <p>
          <a
            href={event.documentUrl}
            rel="noreferrer"
            aria-label={t('historyList.seeOne', { id: event.documentIdentifer })}
            className="inline-flex min-h-11 items-center"
          >
            {t('historyList.see')}
          </a>
        </p>
      )}
    </li>
  )
}
