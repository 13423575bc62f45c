import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { EarlierRuns } from './earlier-runs.tsx'
import { LatestRun } from './latest-run.tsx'
import { MigrationForm } from './migration-form.tsx'
import { SkippedRows } from './skipped-rows.tsx'

const whileRunning = 1_000

/** The one-way migration from the legacy version: the form, the progress and result of a run, and Restore. */
export function MigrationPage() {
  const { t } = useTranslation()
  const list = trpc.controlPanel.migrationRuns.useQuery(undefined, {
    trpc: inBackground,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.content.runs[0]?.state === 'running' ? whileRunning : false),
    meta: { handled: true },
  })
  const known = list.data?.content
  const [latest, ...earlier] = known?.runs ?? []
  return (
    <>
      <PageTitle title={t('migration.title')} />
      {known?.allowed === false && <Banner tone="warning">{t('migration.notAllowed')}</Banner>}
      <MigrationForm running={latest?.state === 'running'} onStarted={() => void list.refetch()} />
      {!known && (
        <Card className="max-w-[52rem]">
          <LoadingOrFailed query={list} loading={t('migration.loading')} failed={t('migration.failed')} lines={4} />
        </Card>
      )}
      {latest && (
        <LatestRun
          run={latest}
          restorable={known?.restorable === latest.id ? latest.id : null}
          onStarted={() => void list.refetch()}
        />
      )}
      {latest && latest.kind === 'import' && latest.state !== 'running' && latest.skipped > 0 && (
        <SkippedRows runId={latest.id} />
      )}
      {earlier.length > 0 && (
        <EarlierRuns
          runs={earlier}
          restorable={latest?.state === 'running' ? null : (known?.restorable ?? null)}
          onStarted={() => void list.refetch()}
        />
      )}
    </>
  )
}
