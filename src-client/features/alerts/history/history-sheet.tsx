import { useTranslation } from 'react-i18next'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'

const cell = 'border-b border-border py-1.5 pe-3 text-start align-top wrap-anywhere'

type HistorySheetProps = {
  events: readonly OutgoingEventView[]
  /** The filter as text, or ''. */
  chips: string
  /** The time of printing. */
  at: Date
}

/** The printed alert history: county, title, filter, date and every row. Never visible on screen. */
export function HistorySheet({ events, chips, at }: HistorySheetProps) {
  const { t } = useTranslation()
  const start = useStartContent()
  const heads = ['sent', 'to', 'record', 'recorded', 'alert'] as const
  return (
    <div className="hidden print:block">
      <p>
        {start?.county} · {start?.appTitle}
      </p>
      <h1>{t('home.history')}</h1>
      {chips && <p>{t('historyList.printFilter', { filter: chips })}</p>}
      <p>{t('historyList.printedOn', { at: start ? formatTime(at, start.timeZone) : '' })}</p>
      <table className="mt-4 w-full border-collapse text-sm">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={cell}>
                {t(`historyList.columns.${head}`)}
              </th>
            ))}
            <th scope="col" className={cell}>
              {t('historyList.says')}
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td className={cell}>{event.deliveredTimestampFormatted || event.deliveryReason}</td>
              <td className={cell}>{event.deliveryTarget}</td>
              <td className={cell}>
                {event.documentDescription} {event.documentIdentifer}
              </td>
              <td className={cell}>{event.recordedTimestampFormatted}</td>
              <td className={cell}>
                {event.alertName}: {event.combinedCriteria}
              </td>
              <td className={cell}>
                <MarkedText text={event.incomingEventCombinedCriteria} marks={event.marks} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
