import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { lineLook, type LineLook } from './line-styles.ts'
import type { Scale } from './scale.ts'

export type PlotLine = {
  look: LineLook
  values: readonly (number | null)[]
  /** Of the last place, which is not over yet: a ring, without a line to it. */
  soFar?: number | null
}

/** Follows the theme: colours on a canvas do not change by themselves. */
function useTheme(): string | undefined {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme)
  useEffect(() => {
    const watch = new MutationObserver(() => setTheme(document.documentElement.dataset.theme))
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watch.disconnect()
  }, [])
  return theme
}

function useSize(box: React.RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!box.current) return undefined
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return size
}

/** Pixels. */
const ringRoom = 6

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

type LinePlotProps = { lines: readonly PlotLine[]; scale: Scale; className?: string }

/** The lines alone: words and figures stand around them in HTML, where they keep their size on a phone. */
export function LinePlot({ lines, scale, className }: LinePlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const theme = useTheme()

  useEffect(() => {
    if (!box.current || width === 0 || height === 0) return undefined
    const count = lines[0]?.values.length ?? 0
    const place = (value: number | null) => (value === null ? null : scale.place(value))
    const plot = new UPlot(
      {
        width,
        height,
        // Room for a ring at the edge; time-chart.tsx leaves the same around its words.
        padding: [ringRoom, ringRoom, ringRoom, ringRoom],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: () => [0, Math.max(1, count - 1)] }, y: { range: () => [0, 1] } },
        axes: [
          { show: false },
          {
            size: 0,
            gap: 0,
            ticks: { show: false },
            grid: { stroke: colour('--chart-grid'), width: 1 },
            splits: () => scale.ticks.map(scale.place),
            values: (_plot, splits) => splits.map(() => ''),
          },
        ],
        series: [
          {},
          ...lines.flatMap(({ look }) => {
            const { token, dash, width: stroke } = lineLook[look]
            const line = {
              stroke: colour(token),
              width: stroke,
              dash: [...dash],
              // A value that stands alone between gaps would else not be seen.
              points: { show: true, filter: lonely, size: 5, fill: colour(token), width: 0 },
            }
            const ring = {
              width: 0,
              points: { show: true, size: 9, width: 2, stroke: colour(token), fill: 'transparent' },
            }
            return [line, ring]
          }),
        ],
      },
      [
        Array.from({ length: count }, (_, index) => index),
        ...lines.flatMap(({ values, soFar = null }) => {
          return [values.map(place), values.map((_value, index) => (index === count - 1 ? place(soFar) : null))]
        }),
      ],
      box.current,
    )
    return () => plot.destroy()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the tokens that are read change with the theme
  }, [lines, scale, width, height, theme])

  return <div ref={box} className={className} />
}

/** Places of values without a neighbour. */
function lonely(plot: UPlot, series: number): number[] {
  const values = plot.data[series] ?? []
  const absent = (index: number) => values[index] === null || values[index] === undefined
  return [...values.keys()].filter((index) => !absent(index) && absent(index - 1) && absent(index + 1))
}
