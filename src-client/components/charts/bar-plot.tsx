import { barStyles, type LineStyle } from './line-styles.ts'
import type { Scale } from './scale.ts'

type Bars = {
  key: string
  lineStyle: LineStyle
  values: readonly (number | null)[]
  /** The count of the last interval, which is still open: drawn as an outline. */
  soFar?: number | null
}
type BarPlotProps = {
  bars: readonly Bars[]
  scale: Scale
  /** Each interval has one bar, of whichever series has a value there. */
  single?: boolean | undefined
}

/** In hundredths of the plot. */
const groupWidth = 0.8
const zeroHeight = 1.5

type BarProps = { bars: Bars; value: number | null; x: number; width: number; scale: Scale; isOpen: boolean }

function Bar({ bars: { lineStyle }, value, x, width, scale, isOpen }: BarProps) {
  if (value === null) return null
  const { fill, stroke } = barStyles[lineStyle]
  const height = scale.place(value) * 100
  // A zero is a known figure too, unlike a gap.
  if (value === 0) return <rect x={x} y={100 - zeroHeight} width={width} height={zeroHeight} fill="var(--chart-grid)" />
  return (
    <rect
      x={x}
      y={100 - height}
      width={width}
      height={height}
      fill={isOpen ? 'none' : `var(${fill})`}
      stroke={`var(${stroke})`}
      strokeWidth={1.5}
      strokeDasharray={isOpen ? '3 2' : undefined}
      vectorEffect="non-scaling-stroke"
    />
  )
}

/** Bars side by side for each interval. Labels and figures are HTML around them, so that they keep their size on a phone. */
export function BarPlot({ bars, scale, single }: BarPlotProps) {
  const count = bars[0]?.values.length ?? 0
  const slot = 100 / Math.max(1, count)
  const width = (slot * groupWidth) / (single ? 1 : Math.max(1, bars.length))
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="h-full w-full overflow-visible" aria-hidden>
      {scale.ticks.map((tick) => (
        <path
          key={tick}
          d={`M0 ${100 - scale.place(tick) * 100}H100`}
          stroke="var(--chart-grid)"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {bars.map((series, place) =>
        series.values.map((value, index) => {
          const isOpen = index === count - 1 && typeof series.soFar === 'number'
          return (
            <Bar
              // oxlint-disable-next-line react/no-array-index-key -- a bar is identified by its position in time
              key={`${series.key} ${index}`}
              bars={series}
              value={isOpen ? (series.soFar ?? null) : value}
              x={index * slot + (slot * (1 - groupWidth)) / 2 + (single ? 0 : place * width)}
              width={width * 0.9}
              scale={scale}
              isOpen={isOpen}
            />
          )
        }),
      )}
    </svg>
  )
}
