import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import { BarPlot } from './bar-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { LinePlot, type PlotLine } from './line-plot.tsx'
import { barStyles, lineStyles, type LineStyle } from './line-styles.ts'
import type { Scale } from './scale.ts'

export type ChartLine = {
  key: string
  label: string
  lineStyle: LineStyle
  values: readonly (number | null)[]
  /** The count so far in the last interval, which is still open; its entry in `values` is null. */
  soFar?: number | null
  /** The current value, or the meaning of the line, for the legend. */
  now: string
}

type TimeChartProps = {
  title: string
  note: string
  /** The chart in one sentence, for screen readers. */
  sentence: string
  /** The label of each point, oldest first. */
  labels: readonly string[]
  lines: readonly ChartLine[]
  scale: Scale
  /** Counts of intervals are bars; values measured at one moment are a line. */
  as: 'bars' | 'lines'
  /** Each interval has one bar, of whichever line has a value there. */
  single?: boolean
  format: (value: number) => string
  /** Heading of the table's first column. */
  timeHead: string
  className?: string
}

function BarSample({ lineStyle }: { lineStyle: LineStyle }) {
  const { fill, stroke } = barStyles[lineStyle]
  return (
    <svg viewBox="0 0 28 10" className="h-2.5 w-7 flex-none" aria-hidden>
      <rect x="1" y="1" width="26" height="8" fill={`var(${fill})`} stroke={`var(${stroke})`} strokeWidth="1.5" />
    </svg>
  )
}

function LineSample({ lineStyle }: { lineStyle: LineStyle }) {
  const { token, dash, width } = lineStyles[lineStyle]
  return (
    <svg viewBox="0 0 36 8" className="h-2 w-9 flex-none" aria-hidden>
      <path d="M0 4H36" fill="none" stroke={`var(${token})`} strokeWidth={width} strokeDasharray={dash.join(' ')} />
    </svg>
  )
}

/**
 * About five evenly spaced labels, each with its position from the left in percent: the position of its bar or point.
 */
function shownLabels({ labels, as }: Pick<TimeChartProps, 'labels' | 'as'>): { label: string; left: number }[] {
  const last = as === 'bars' ? labels.length : labels.length - 1
  const step = Math.max(1, Math.ceil(last / 4))
  return labels.flatMap((label, index) =>
    index % step === 0 ? [{ label, left: (index / Math.max(1, last)) * 100 }] : [],
  )
}

function ChartLegend({ lines, as }: Pick<TimeChartProps, 'lines' | 'as'>) {
  const Sample = as === 'bars' ? BarSample : LineSample
  return (
    <ul className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm font-semibold">
      {lines.map(({ key, label, lineStyle, now }) => (
        <li key={key} className="flex items-center gap-2">
          <Sample lineStyle={lineStyle} />
          <span>
            {label}: <span className="tabular-nums">{now}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function ValueAxis({ scale, format }: Pick<TimeChartProps, 'scale' | 'format'>) {
  return (
    <div className="relative my-1.5" aria-hidden>
      {scale.ticks.map((tick) => (
        <span
          key={tick}
          className="absolute end-2 translate-y-1/2 whitespace-nowrap"
          style={{ bottom: `${scale.place(tick) * 100}%` }}
        >
          {format(tick)}
        </span>
      ))}
    </div>
  )
}

function TimeAxis({ labels, as }: Pick<TimeChartProps, 'labels' | 'as'>) {
  return (
    <div className="relative col-start-2 mx-1.5 h-6" aria-hidden>
      {shownLabels({ labels, as }).map(({ label, left }, index) => (
        <span
          key={`${label} ${left}`}
          className={cn(
            'absolute whitespace-nowrap',
            index > 0 && (left > 95 ? '-translate-x-full' : '-translate-x-1/2'),
            index % 2 === 1 && 'max-sm:hidden',
          )}
          style={{ left: `${left}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

function Plot({ lines, scale, as, single }: Pick<TimeChartProps, 'lines' | 'scale' | 'as' | 'single'>) {
  const plotted = useMemo(
    (): PlotLine[] =>
      lines.map(({ lineStyle, values, soFar }) => ({ lineStyle, values, ...(soFar === undefined ? {} : { soFar }) })),
    [lines],
  )
  if (as === 'lines') return <LinePlot lines={plotted} scale={scale} className="h-full w-full overflow-hidden" />
  return (
    // The room that the lines leave at the edge.
    <div className="h-full p-1.5">
      <BarPlot bars={lines} scale={scale} single={single} />
    </div>
  )
}

/** Bars or lines over time: a legend with the value of each, the plot, and the same values as a table. */
export function TimeChart(props: TimeChartProps) {
  const { title, note, sentence, labels, lines, scale, as, single, format, timeHead, className } = props
  const { t } = useTranslation()
  const heading = useId()
  const running = lines.some(({ soFar }) => typeof soFar === 'number')
  return (
    <section
      aria-labelledby={heading}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-border bg-card p-card shadow-card',
        className,
      )}
    >
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={heading}>{title}</h2>
          <p className="text-sm text-muted-foreground">{note}</p>
        </div>
        <ChartLegend lines={lines} as={as} />
      </div>
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] text-xs text-muted-foreground tabular-nums">
        <ValueAxis scale={scale} format={format} />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image that is drawn */}
        <div role="img" aria-label={sentence} className="h-52">
          <Plot lines={lines} scale={scale} as={as} {...(single && { single })} />
        </div>
        <TimeAxis labels={labels} as={as} />
      </div>
      {running && (
        <p className="flex items-center gap-2 text-sm text-muted-foreground">
          <svg viewBox="0 0 12 12" className="size-3 flex-none" aria-hidden>
            <rect
              x="2"
              y="1"
              width="8"
              height="10"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeDasharray="3 2"
            />
          </svg>
          {t('chart.soFar', { at: labels.at(-1) ?? '' })}
        </p>
      )}
      <ChartTable title={title} timeHead={timeHead} labels={labels} lines={lines} running={running} format={format} />
    </section>
  )
}
