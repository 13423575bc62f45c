import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { TableCard } from '#client/components/list/table-card.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import type { Figures } from './use-monitoring.ts'

type Count = Figures['notMe'][number]

function getColumns(t: TFunction): Column<Count>[] {
  const column = (key: 'days30' | 'days365'): Column<Count> => {
    const head = t(`monitoring.notMe.${key}`)
    return { key, head, cardLabel: true, className: 'tabular-nums', cell: (row) => formatCount(row[key]) }
  }
  return [
    {
      key: 'cause',
      head: t('monitoring.notMe.cause'),
      cell: ({ cause }) => <b>{t(`monitoring.notMe.causes.${cause}`)}</b>,
    },
    column('days30'),
    column('days365'),
  ]
}

/** Why records matched that their readers said were not about them: what to explain, or to change in a feed. */
export function NotMeCard({ counts }: { counts: readonly Count[] }) {
  const { t } = useTranslation()
  return (
    <TableCard
      title={t('monitoring.notMe.title')}
      empty={t('monitoring.notMe.empty')}
      columns={getColumns(t)}
      rows={counts}
      rowKey={({ cause }) => cause}
      className="lg:col-span-2"
    />
  )
}
