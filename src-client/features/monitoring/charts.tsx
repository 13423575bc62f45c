import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineStyle } from '#client/components/charts/line-styles.ts'
import { linearScale, logTimeScale, timeScale, type Scale } from '#client/components/charts/scale.ts'
import { type ChartLine, TimeChart } from '#client/components/charts/time-chart.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import { type HistoryPoint, legalLimitSeconds, type MonitoringWindow } from '#shared/contract/monitoring.ts'
import { isUnsentLate } from '#shared/domain/monitoring/health.ts'
import type { Figures, History } from './use-monitoring.ts'

type Series = Exclude<keyof HistoryPoint, 'at' | 'label' | 'running'>
/** The bars of a count chart, and their current value. */
type Counted = { key: Series; label: string; now: number; lineStyle?: LineStyle }
type ChartProps = { history: History; figures: Figures; window: MonitoringWindow }

const lineStylesInOrder: readonly LineStyle[] = ['first', 'second', 'third', 'fourth']

/** Counts and their common scale; the same objects until the history changes. */
function useCounts(
  history: History,
  series: readonly Counted[],
  /** They count per interval, and the last interval is still open. */
  { summed }: { summed: boolean },
) {
  const drawn = JSON.stringify(series)
  return useMemo((): { lines: ChartLine[]; scale: Scale } => {
    const given = JSON.parse(drawn) as typeof series
    const lines = given.map(({ key, label, now, lineStyle }, index) => ({
      key,
      label,
      lineStyle: lineStyle ?? lineStylesInOrder[index] ?? 'fourth',
      values: history.map((point) => (summed && point.running ? null : point[key])),
      ...(summed ? { soFar: history.findLast(({ running }) => running)?.[key] ?? null } : {}),
      now: formatCount(now),
    }))
    return { lines, scale: linearScale(lines.flatMap(({ values, soFar = null }) => [...values, soFar])) }
  }, [history, drawn, summed])
}

/** The time to send a notice, against the limit in some states' law. */
export function LatencyChart({ history, figures: { p50, p95, p99 }, window }: ChartProps) {
  const { t } = useTranslation()
  const time = (seconds: number | null) => (seconds === null ? t('monitoring.none') : formatDuration(seconds))
  const { values, scale } = useMemo(() => {
    const drawn = {
      p50: history.map((point) => point.p50),
      p95: history.map((point) => point.p95),
      p99: history.map((point) => point.p99),
      limit: history.map(() => legalLimitSeconds),
    }
    return { values: drawn, scale: logTimeScale(drawn.p99, legalLimitSeconds) }
  }, [history])
  const lines = useMemo(
    (): ChartLine[] => [
      { key: 'p50', label: t('monitoring.charts.latency.p50'), lineStyle: 'first', values: values.p50, now: time(p50) },
      {
        key: 'p95',
        label: t('monitoring.charts.latency.p95'),
        lineStyle: 'second',
        values: values.p95,
        now: time(p95),
      },
      { key: 'p99', label: t('monitoring.charts.latency.p99'), lineStyle: 'third', values: values.p99, now: time(p99) },
      {
        key: 'limit',
        label: t('monitoring.charts.latency.limit'),
        lineStyle: 'limit',
        values: values.limit,
        now: time(legalLimitSeconds),
      },
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- time() changes with the language alone, as t does
    [values, p50, p95, p99, t],
  )
  const within = t(`monitoring.windows.${window}`)
  return (
    <TimeChart
      className="lg:col-span-2"
      title={t('monitoring.charts.latency.title')}
      note={t('monitoring.charts.latency.note')}
      sentence={
        p50 === null
          ? t('monitoring.charts.latency.nothing', { window: within })
          : t('monitoring.charts.latency.sentence', { window: within, p50: time(p50), p95: time(p95), p99: time(p99) })
      }
      labels={history.map(({ label }) => label)}
      lines={lines}
      scale={scale}
      as="lines"
      format={formatDuration}
      timeHead={t('monitoring.charts.time')}
    />
  )
}

type CountsChartProps = Omit<ChartProps, 'figures'> & {
  /** Its texts in the catalog. */
  of: 'flow' | 'queue' | 'trouble'
  /** A sentence that describes it. */
  sentence: string
  series: readonly Counted[]
  /** As for useCounts. */
  summed: boolean
  className?: string
}

/** A chart of counts. */
function CountsChart({ history, window, of, sentence, series, summed, className }: CountsChartProps) {
  const { t } = useTranslation()
  const { lines, scale } = useCounts(history, series, { summed })
  return (
    <TimeChart
      className={className}
      title={t(`monitoring.charts.${of}.title`)}
      note={t(`monitoring.charts.${of}.note`, { step: t(`monitoring.charts.steps.${window}`) })}
      sentence={sentence}
      labels={history.map(({ label }) => label)}
      lines={lines}
      scale={scale}
      as="bars"
      format={formatCount}
      timeHead={t('monitoring.charts.time')}
    />
  )
}

/** The figures for the sentence. */
const said = <Key extends keyof Figures>(figures: Record<Key, number>, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, formatCount(figures[key])])) as Record<Key, string>

/** Events received, and notices sent for them. */
export function FlowChart({ figures, ...chart }: ChartProps) {
  const { t } = useTranslation()
  const { noticesOut, eventsIn, matches } = figures
  const series: Counted[] = [
    { key: 'events', label: t('monitoring.tiles.events'), now: eventsIn, lineStyle: 'second' },
    { key: 'noticesOut', label: t('monitoring.tiles.noticesOut'), now: noticesOut, lineStyle: 'first' },
    { key: 'matches', label: t('monitoring.tiles.matches'), now: matches },
  ]
  const sentence = t('monitoring.charts.flow.sentence', {
    window: t(`monitoring.windows.${chart.window}`),
    ...said(figures, ['noticesOut', 'eventsIn', 'matches']),
  })
  return <CountsChart {...chart} of="flow" sentence={sentence} series={series} summed />
}

const queues = ['waiting', 'inDoubt', 'held', 'matchQueue'] as const

/** The length of the queues. */
export function QueueChart({ figures, ...chart }: ChartProps) {
  const { t } = useTranslation()
  const series = queues.map((key) => ({ key, label: t(`monitoring.charts.queue.${key}`), now: figures[key] }))
  const sentence = t('monitoring.charts.queue.sentence', {
    window: t(`monitoring.windows.${chart.window}`),
    ...said(figures, queues),
  })
  return <CountsChart {...chart} of="queue" sentence={sentence} series={series} summed={false} />
}

/** How long the oldest unsent message had waited: a long wait looks different. */
export function OldestUnsentChart({ history, figures: { oldestUnsentSeconds: now }, window }: ChartProps) {
  const { t } = useTranslation()
  const { values, scale } = useMemo(() => {
    const ages = history.map(({ oldestUnsent }) => oldestUnsent)
    const pick = (late: boolean) => ages.map((age) => (age !== null && isUnsentLate(age) === late ? age : null))
    return { values: { inTime: pick(false), late: pick(true) }, scale: timeScale(ages) }
  }, [history])
  const isLate = values.late.some((age) => age !== null)
  const current = now > 0 ? formatDuration(now) : t('monitoring.none')
  const lines: ChartLine[] = [
    { key: 'age', label: t('monitoring.charts.unsent.now'), lineStyle: 'first', values: values.inTime, now: current },
  ]
  if (isLate)
    lines.push({
      key: 'late',
      label: t('monitoring.charts.unsent.late'),
      lineStyle: 'late',
      values: values.late,
      now: formatDuration(Math.max(...values.late.map((age) => age ?? 0))),
    })
  return (
    <TimeChart
      title={t('monitoring.charts.unsent.title')}
      note={t('monitoring.charts.unsent.note', { step: t(`monitoring.charts.steps.${window}`) })}
      sentence={t(`monitoring.charts.unsent.${isLate ? 'sentenceLate' : 'sentence'}`, {
        window: t(`monitoring.windows.${window}`),
        now: current,
        most: formatDuration(Math.max(0, ...history.map(({ oldestUnsent }) => oldestUnsent ?? 0))),
      })}
      labels={history.map(({ label }) => label)}
      lines={lines}
      scale={scale}
      as="bars"
      single
      format={formatDuration}
      timeHead={t('monitoring.charts.time')}
    />
  )
}

const troubles = ['failed', 'emailErrors', 'textErrors', 'looksWrong'] as const

/** Errors and failures. */
export function TroubleChart({ figures, ...chart }: ChartProps) {
  const { t } = useTranslation()
  const series = troubles.map((key) => ({ key, label: t(`monitoring.charts.trouble.${key}`), now: figures[key] }))
  const sentence = t('monitoring.charts.trouble.sentence', {
    window: t(`monitoring.windows.${chart.window}`),
    ...said(figures, troubles),
  })
  return <CountsChart {...chart} of="trouble" sentence={sentence} series={series} summed />
}
