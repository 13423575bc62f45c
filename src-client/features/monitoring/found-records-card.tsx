import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { TableCard } from '#client/components/list/table-card.tsx'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { formatCount } from '#client/lib/format/count.ts'
import type { FoundRecordCount } from '#shared/contract/found-record.ts'

const refetchMs = 60_000

function getColumns(t: TFunction): Column<FoundRecordCount>[] {
  const column = (key: 'days30' | 'days365'): Column<FoundRecordCount> => {
    const head = t(`monitoring.foundRecords.${key}`)
    return { key, head, cardLabel: true, className: 'tabular-nums', cell: (row) => formatCount(row[key]) }
  }
  return [
    {
      key: 'reason',
      head: t('monitoring.foundRecords.reason'),
      cell: ({ reason }) => <b>{t(`looksWrong.foundReasons.${reason}`)}</b>,
    },
    column('days30'),
    column('days365'),
  ]
}

/** Records that residents found although we had not notified them, by why: what the rule misses. */
export function FoundRecordsCard() {
  const { t } = useTranslation()
  const { data } = trpc.monitoring.foundRecords.useQuery(undefined, useLiveQuery(refetchMs))
  return (
    <TableCard
      title={t('monitoring.foundRecords.title')}
      empty={data ? t('monitoring.foundRecords.empty') : t('monitoring.loading')}
      columns={getColumns(t)}
      rows={data?.content ?? []}
      rowKey={({ reason }) => reason}
      className="lg:col-span-2"
    />
  )
}
