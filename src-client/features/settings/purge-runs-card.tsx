import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#client/components/list/data-table.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadFailed } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'

const whileRunning = 2_000

/** The latest scheduled and manual purges, with their progress. */
export function PurgeRunsCard() {
  const { t } = useTranslation()
  const heading = useId()
  const list = trpc.controlPanel.purgeRuns.useQuery(undefined, {
    trpc: inBackground,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.content.runs.some(({ endedFormatted }) => endedFormatted === '') ? whileRunning : false,
    meta: { handled: true },
  })
  const runs = list.data?.content.runs
  return (
    <Card title={<span id={heading}>{t('purgeNow.runs')}</span>} className="max-w-[44rem]">
      {list.error && <LoadFailed title={t('purgeNow.runsFailed')} query={list} />}
      {!list.error && !runs && <Skeleton label={t('settings.loading')} lines={3} />}
      {runs?.length === 0 && <p>{t('purgeNow.noRuns')}</p>}
      {runs && runs.length > 0 && (
        <DataTable
          labelledBy={heading}
          rows={runs}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'started',
              head: t('purgeNow.started'),
              cell: ({ startedFormatted }) => startedFormatted,
              cardLabel: true,
            },
            {
              key: 'by',
              head: t('purgeNow.by'),
              cell: ({ scheduled, startedBy }) => (scheduled ? t('purgeNow.schedule') : startedBy),
              cardLabel: true,
            },
            {
              key: 'before',
              head: t('purgeNow.before'),
              cell: ({ activeBefore }) => activeBefore,
              cardLabel: true,
            },
            {
              key: 'state',
              head: t('purgeNow.state'),
              cell: (run) => t(run.endedFormatted === '' ? 'purgeNow.running' : 'purgeNow.done', run),
              cardLabel: true,
            },
          ]}
        />
      )}
    </Card>
  )
}
