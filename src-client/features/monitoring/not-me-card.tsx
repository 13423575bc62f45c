import { useTranslation } from 'react-i18next'
import { TableCard } from '#client/components/list/table-card.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import type { Figures } from './use-monitoring.ts'

/** Why records matched that their readers said were not about them: what to explain, or to change in a feed. */
export function NotMeCard({ counts }: { counts: Figures['notMe'] }) {
  const { t } = useTranslation()
  const column = (key: 'days30' | 'days365') => ({
    key,
    head: t(`monitoring.notMe.${key}`),
    cardLabel: true as const,
    className: 'tabular-nums',
    cell: (row: Figures['notMe'][number]) => formatCount(row[key]),
  })
  return (
    <TableCard
      title={t('monitoring.notMe.title')}
      empty={t('monitoring.notMe.empty')}
      columns={[
        {
          key: 'cause',
          head: t('monitoring.notMe.cause'),
          cell: ({ cause }) => <b>{t(`monitoring.notMe.causes.${cause}`)}</b>,
        },
        column('days30'),
        column('days365'),
      ]}
      rows={counts}
      rowKey={({ cause }) => cause}
      className="lg:col-span-2"
    />
  )
}
