import { Pause, Play } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { usePanelDensity } from '#client/components/layout/use-panel-density.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { NativeSelect } from '#client/components/ui/input.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { SuspiciousRecordList } from '#client/features/support/public.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import { chooseLiveUpdates, liveUpdates } from '#client/lib/live-updates.ts'
import { useStore } from '#client/lib/store.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import { type MonitoringWindow, monitoringWindows } from '#shared/contract/monitoring.ts'
import { AllMetrics } from './all-metrics.tsx'
import { AnswersCard } from './answers-card.tsx'
import { FlowChart, LatencyChart, OldestUnsentChart, QueueChart, TroubleChart } from './charts.tsx'
import { FailedCard } from './failed-card.tsx'
import { FeedsCard } from './feeds-card.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import { FoundRecordsCard } from './found-records-card.tsx'
import { HealthBanner } from './health-banner.tsx'
import { ListSection } from './list-section.tsx'
import { ProcessesCard } from './processes-card.tsx'
import { RestoreCard } from './restore-card.tsx'
import { RestoreSection } from './restore-form.tsx'
import { ServicesCard } from './services-card.tsx'
import { type Figures, type History, type CurrentFigures, useMonitoring } from './use-monitoring.ts'

const isWindow = (text: string | null): text is MonitoringWindow => text !== null && text in monitoringWindows

/** When the figures were read, and the last feed activity. */
function LastUpdated({ now, paused, stale }: { now: CurrentFigures; paused: boolean; stale: boolean }) {
  const { t } = useTranslation()
  const silences = now.figures.feeds.flatMap(({ silenceSeconds }) => silenceSeconds ?? [])
  const state = stale ? 'stale' : paused ? 'paused' : 'updated'
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      {silences.length > 0
        ? t('monitoring.health.feedHeard', { ago: formatDuration(Math.min(...silences)) })
        : t('monitoring.health.noFeed')}{' '}
      {t(`monitoring.${state}`, { at: now.at })}
    </p>
  )
}

type ControlsProps = { window: MonitoringWindow; paused: boolean; onWindow: (window: string) => void }

/** The time that the charts show, and Pause. */
function Controls({ window, paused, onWindow }: ControlsProps) {
  const { t } = useTranslation()
  const selectId = useId()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={selectId} className="font-semibold">
        {t('monitoring.show')}
      </label>
      <NativeSelect id={selectId} className="w-auto" value={window} onChange={(event) => onWindow(event.target.value)}>
        {(Object.keys(monitoringWindows) as MonitoringWindow[]).map((item) => (
          <option key={item} value={item}>
            {t(`monitoring.windows.${item}`)}
          </option>
        ))}
      </NativeSelect>
      <Button variant="secondary" onClick={() => chooseLiveUpdates(paused)}>
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {t(paused ? 'monitoring.resume' : 'monitoring.pause')}
      </Button>
    </div>
  )
}

type ChartsProps = { history: History | undefined; figures: Figures; window: MonitoringWindow }

function Charts({ history, figures, window }: ChartsProps) {
  const { t } = useTranslation()
  if (!history) {
    return (
      <Card className="lg:col-span-2">
        <Skeleton label={t('monitoring.loading')} lines={12} />
      </Card>
    )
  }
  return (
    <>
      <FlowChart history={history} figures={figures} window={window} />
      <OldestUnsentChart history={history} figures={figures} window={window} />
      <LatencyChart history={history} figures={figures} window={window} />
      <QueueChart history={history} figures={figures} window={window} />
      <TroubleChart history={history} figures={figures} window={window} />
    </>
  )
}

/** The monitoring page, in its own window. */
export function MonitoringPage() {
  const { t } = useTranslation()
  const { query, change } = useQueryParams()
  const asked = query.get('show')
  const window = isWindow(asked) ? asked : 'day'
  const paused = !useStore(liveUpdates)
  const { now, history } = useMonitoring(window)
  const figures = now.data?.content.figures

  // This window belongs to the control panel.
  usePanelDensity()

  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] content-start gap-stack px-[clamp(1rem,2.5vw,2.5rem)] pt-[clamp(1rem,2vw,2rem)] pb-12"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title={t('monitoring.title')} />
        <Controls window={window} paused={paused} onWindow={(next) => change({ show: next === 'day' ? '' : next })} />
      </div>
      {!figures && (
        <Card>
          <LoadingOrFailed query={now} loading={t('monitoring.loading')} failed={t('monitoring.failed')} lines={12} />
        </Card>
      )}
      {now.data && figures && (
        <>
          <div className="grid gap-2">
            <HealthBanner figures={figures} />
            <LastUpdated now={now.data.content} paused={paused} stale={now.isError} />
          </div>
          <RestoreCard />
          <FigureTiles figures={figures} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-stack lg:grid-cols-[repeat(2,minmax(0,1fr))]">
            <Charts history={history.data?.content} figures={figures} window={window} />
            <FeedsCard feeds={figures.feeds} />
            <ServicesCard figures={figures} />
            <ProcessesCard processes={figures.processes} />
            <AnswersCard />
            <FoundRecordsCard />
          </div>
          <FailedCard />
          <ListSection title={t('looksWrong.title')} help={t('looksWrong.help')}>
            <SuspiciousRecordList heading="h3" />
          </ListSection>
          <RestoreSection />
          <AllMetrics metrics={now.data.content.metrics} />
        </>
      )}
    </main>
  )
}
