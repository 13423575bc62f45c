import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { lineStyles, type LineStyle } from './line-styles.ts'
import type { Scale } from './scale.ts'

export type PlotLine = {
  lineStyle: LineStyle
  values: readonly (number | null)[]
  /** The value of the last interval, which is still open: drawn as a ring without a line to it. */
  soFar?: number | null
}

/** Follows the theme, because the colors on a canvas do not change by themselves. */
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

/** In pixels. */
const ringRoom = 6

const tokenColor = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The two series of a line: the line, and the ring around the value that is still counting. */
function seriesFor({ lineStyle }: PlotLine): UPlot.Series[] {
  const { token, dash, width } = lineStyles[lineStyle]
  const color = tokenColor(token)
  const line = {
    stroke: color,
    width,
    dash: [...dash],
    // Without a point, a value between two gaps would be invisible.
    points: { show: true, filter: isolatedPoints, size: 5, fill: color, width: 0 },
  }
  const ring = { width: 0, points: { show: true, size: 9, width: 2, stroke: color, fill: 'transparent' } }
  return [line, ring]
}

function plotOptions(lines: readonly PlotLine[], scale: Scale, size: { width: number; height: number }): UPlot.Options {
  const count = lines[0]?.values.length ?? 0
  return {
    ...size,
    // Room for a ring at the edge. time-chart.tsx leaves the same room around its labels.
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
        grid: { stroke: tokenColor('--chart-grid'), width: 1 },
        splits: () => scale.ticks.map(scale.place),
        values: (_plot, splits) => splits.map(() => ''),
      },
    ],
    series: [{}, ...lines.flatMap(seriesFor)],
  }
}

function plotData(lines: readonly PlotLine[], scale: Scale): UPlot.AlignedData {
  const count = lines[0]?.values.length ?? 0
  const place = (value: number | null) => (value === null ? null : scale.place(value))
  return [
    Array.from({ length: count }, (_, index) => index),
    ...lines.flatMap(({ values, soFar = null }) => [
      values.map(place),
      values.map((_value, index) => (index === count - 1 ? place(soFar) : null)),
    ]),
  ]
}

type LinePlotProps = { lines: readonly PlotLine[]; scale: Scale; className?: string }

/** Only the lines. Labels and figures are HTML around the canvas, so that they keep their size on a phone. */
export function LinePlot({ lines, scale, className }: LinePlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const theme = useTheme()

  useEffect(() => {
    if (!box.current || width === 0 || height === 0) return undefined
    const plot = new UPlot(plotOptions(lines, scale, { width, height }), plotData(lines, scale), box.current)
    return () => plot.destroy()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the tokens that are read change with the theme
  }, [lines, scale, width, height, theme])

  return <div ref={box} className={className} />
}

/** Places of values without a neighbor. */
function isolatedPoints(plot: UPlot, series: number): number[] {
  const values = plot.data[series] ?? []
  const absent = (index: number) => values[index] === null || values[index] === undefined
  return [...values.keys()].filter((index) => !absent(index) && absent(index - 1) && absent(index + 1))
}
