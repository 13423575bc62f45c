import { useTranslation } from 'react-i18next'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { usePropertyText } from '#client/components/record/use-property-text.ts'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { listPropertyRows } from '#shared/domain/notice/property-rows.ts'
import { useDeliveryText } from './record-delivery.tsx'

const cell = 'border-b border-border py-1.5 pe-3 text-start align-top wrap-anywhere'

/** The columns and their fixed widths. */
const columns = [
  { head: 'recorded', width: '14%' },
  { head: 'record', width: '24%' },
  { head: 'matched', width: '26%' },
  { head: 'notified', width: '24%' },
  { head: 'answer', width: '12%' },
] as const

/** A record with its details open. */
function SheetRow({ record }: { record: RecordGroup }) {
  const { t } = useTranslation()
  const text = useDeliveryText()
  const propertyText = usePropertyText()
  return (
    <tr>
      <td className={cell}>{record.recordedTimestampFormatted}</td>
      <td className={cell}>
        <b>{record.documentDescription}</b> <UnbrokenIds>{record.documentIdentifier}</UnbrokenIds>
        {record.restricted && <div>{t('record.restricted')}</div>}
        {listPropertyRows(record).map((row) => (
          <div key={JSON.stringify(row)}>
            <UnbrokenIds>{propertyText(row)}</UnbrokenIds>
          </div>
        ))}
      </td>
      <td className={cell}>
        {record.matches.map((match) => (
          <div key={match.alertId}>
            <UnbrokenIds>
              {match.alertName === match.criteria
                ? `${match.alertName}.`
                : `${match.alertName}: ${t('record.watches', { criteria: match.criteria })}`}
            </UnbrokenIds>{' '}
            {match.recordRaw && (
              <>
                {t('record.shows')} <MarkedText text={match.recordRaw} marks={match.marks} />{' '}
              </>
            )}
            {`${t(`record.grades.${match.grade}`)}.`}
          </div>
        ))}
      </td>
      <td className={cell}>
        {record.deliveries.map((delivery) => (
          <div key={JSON.stringify(delivery)}>
            <UnbrokenIds>{text(delivery)}</UnbrokenIds>
          </div>
        ))}
      </td>
      <td className={cell}>{record.answer ? t(`notice.answers.${record.answer}`) : t('record.noAnswer')}</td>
    </tr>
  )
}

type HistorySheetProps = {
  records: readonly RecordGroup[]
  /** The filter as text, or ''. */
  chips: string
  /** The time of printing. */
  at: Date
}

/**
 * The printed alert history: county, title, filter, date and every record with its details. Never visible on screen.
 */
export function HistorySheet({ records, chips, at }: HistorySheetProps) {
  const { t } = useTranslation()
  const start = useStartContent()
  return (
    <div className="hidden print:block">
      <p>
        {start?.county} · {start?.appTitle}
      </p>
      <h1>{t('home.history')}</h1>
      {chips && <p>{t('historyList.printFilter', { filter: chips })}</p>}
      <p>{t('historyList.printedOn', { at: start ? formatTime(at, start.timeZone) : '' })}</p>
      <table className="mt-4 w-full table-fixed border-collapse text-sm">
        <colgroup>
          {columns.map(({ head, width }) => (
            <col key={head} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ head }) => (
              <th key={head} scope="col" className={cell}>
                {t(`historyList.columns.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <SheetRow key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
