import type { TFunction } from 'i18next'
import { CircleCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { TableCard } from '#client/components/list/table-card.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import { receivedAfter } from '#client/lib/format/received-after.ts'
import { feedSilentSeconds } from '#shared/domain/monitoring/health.ts'
import type { Figures } from './use-monitoring.ts'

type Feed = Figures['feeds'][number]

function State({ silenceSeconds, overdueSeconds }: Pick<Feed, 'silenceSeconds' | 'overdueSeconds'>) {
  const { t } = useTranslation()
  if (silenceSeconds === null) return <Badge icon={Clock}>{t('monitoring.feeds.new')}</Badge>
  if (overdueSeconds !== null && overdueSeconds > feedSilentSeconds) {
    return (
      <Badge tone="warning" icon={Clock}>
        {t('monitoring.feeds.silent', { time: formatDuration(silenceSeconds) })}
      </Badge>
    )
  }
  return (
    <Badge tone="success" icon={CircleCheck}>
      {t('monitoring.feeds.speaking')}
    </Badge>
  )
}

function getColumns(t: TFunction): Column<Feed>[] {
  return [
    { key: 'name', head: t('monitoring.feeds.name'), cell: ({ name }) => <b>{name}</b> },
    {
      key: 'heard',
      head: t('monitoring.feeds.heard'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ silenceSeconds }) =>
        silenceSeconds === null
          ? t('monitoring.feeds.never')
          : t('monitoring.feeds.ago', { time: formatDuration(silenceSeconds) }),
    },
    {
      key: 'lag',
      head: t('feeds.received.after'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ lagSeconds }) => receivedAfter(t, lagSeconds),
    },
    {
      key: 'events',
      head: t('monitoring.feeds.events'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ eventsIn }) => formatCount(eventsIn),
    },
    { key: 'state', head: t('monitoring.feeds.state'), cell: State },
  ]
}

/** Each open feed's last activity, and how long its records took to arrive. */
export function FeedsCard({ feeds }: { feeds: readonly Feed[] }) {
  const { t } = useTranslation()
  return (
    <TableCard
      title={t('monitoring.feeds.title')}
      empty={t('monitoring.feeds.empty')}
      columns={getColumns(t)}
      rows={feeds}
      rowKey={({ id }) => id}
      footer={<p className="text-sm text-muted-foreground">{t('feeds.received.help')}</p>}
    />
  )
}
