import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { TableCard } from '#client/components/list/table-card.tsx'
import { formatBytes } from '#client/lib/format/bytes.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import type { Figures } from './use-monitoring.ts'

type Process = Figures['processes'][number]

function getColumns(t: TFunction): Column<Process>[] {
  const column = (
    key: 'seen' | 'up' | 'memory' | 'delay' | 'busy',
    cell: (process: Process) => string,
  ): Column<Process> => {
    const head = t(`monitoring.processes.${key}`)
    return { key, head, cardLabel: true, className: 'tabular-nums', cell }
  }
  return [
    {
      key: 'kind',
      head: t('monitoring.processes.kind'),
      cell: ({ kind, host, pid }) => (
        <>
          <b>{t(`monitoring.processes.kinds.${kind}`)}</b>{' '}
          <span className="text-sm text-muted-foreground">
            {host}, {pid}
          </span>
        </>
      ),
    },
    column('seen', ({ seenSeconds }) => t('monitoring.feeds.ago', { time: formatDuration(seenSeconds) })),
    column('up', ({ upSeconds }) => formatDuration(upSeconds)),
    column('memory', ({ residentBytes }) => formatBytes(residentBytes)),
    column('delay', ({ loopDelayMs, loopDelayMaxMs }) =>
      t('monitoring.processes.delayValue', { mean: loopDelayMs.toFixed(1), max: Math.round(loopDelayMaxMs) }),
    ),
    column('busy', ({ loopUtilization }) => `${Math.round(loopUtilization * 100)} %`),
  ]
}

/** Each server and worker, with its last reported status. */
export function ProcessesCard({ processes }: { processes: readonly Process[] }) {
  const { t } = useTranslation()
  return (
    <TableCard
      title={t('monitoring.processes.title')}
      empty={t('monitoring.processes.empty')}
      columns={getColumns(t)}
      rows={processes}
      rowKey={({ host, pid, kind }) => `${host} ${pid} ${kind}`}
      className="lg:col-span-2"
    />
  )
}
