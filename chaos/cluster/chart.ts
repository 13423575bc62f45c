import { type OutageReport, outages } from './outages.ts'

// As wide as a phone shows without making the text smaller.
const size = { width: 380, labels: 130, row: 44, top: 16, bottom: 60, right: 20 }
const barHeight = 18
const gridEvery = 10
const labelWidth = 50

/** Black on white, or white on black for readers who prefer dark. */
const style = `text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .small { font-size: 12px; fill: #59636e }
    .grid { stroke: #d1d9e0 }
    .bar { fill: #0969da }
    .spread { stroke: #1f2328; stroke-width: 2 }
    .limit { stroke: #bc4c00; stroke-width: 2; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .small { fill: #9198a1 }
      .grid { stroke: #3d444d }
      .bar { fill: #4493f8 }
      .spread { stroke: #f0f6fc }
      .limit { stroke: #db6d28 }
    }`

type Row = { label: string; limit: number; seconds: number[]; median: number }

/** How long a feed was without an acknowledgment in each kind of outage, as an SVG for the guide. */
export function drawOutages(happened: Pick<OutageReport, 'kind' | 'seconds'>[]): string {
  const rows = outages.map(({ kind, label, limit }): Row => {
    const seconds = happened.filter((outage) => outage.kind === kind).map((outage) => outage.seconds)
    return { label, limit, seconds, median: getMedian(seconds) }
  })
  const last = Math.max(...rows.flatMap(({ limit, seconds }) => [limit, ...seconds]))
  const end = Math.ceil(last / gridEvery) * gridEvery
  const toX = (seconds: number) => Math.round(size.labels + (seconds / end) * (size.width - size.labels - size.right))
  const height = size.top + rows.length * size.row + size.bottom
  const description = rows
    .filter(({ seconds }) => seconds.length > 0)
    .map(
      ({ label, seconds, median, limit }) =>
        `${label}: ${seconds.length} times, ${format(Math.min(...seconds))} to ${format(Math.max(...seconds))} seconds, median ${format(median)}, allowed ${limit}.`,
    )
    .join(' ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">Seconds without an acknowledged record after the primary was lost</title>
  <desc id="description">${description}</desc>
  <style>
    ${style}
  </style>
${drawGrid(end, toX, height)}
${rows.map((row, place) => drawRow(row, size.top + place * size.row, toX)).join('\n')}
  <text class="small" x="10" y="${height - 22}">Seconds without an acknowledged record. Bar: median.</text>
  <text class="small" x="10" y="${height - 6}">Line: shortest to longest. Dashed: the longest allowed.</text>
</svg>
`
}

function drawGrid(end: number, toX: (seconds: number) => number, height: number): string {
  const bottom = height - size.bottom
  const lines: string[] = []
  for (let seconds = 0; seconds <= end; seconds += gridEvery)
    lines.push(
      `  <line class="grid" x1="${toX(seconds)}" y1="${size.top}" x2="${toX(seconds)}" y2="${bottom}"/>`,
      `  <text class="small" x="${toX(seconds)}" y="${bottom + 15}" text-anchor="middle">${seconds}</text>`,
    )
  return lines.join('\n')
}

function drawRow({ label, limit, seconds, median }: Row, top: number, toX: (seconds: number) => number): string {
  const middle = top + size.row / 2
  const [start, shortest, longest] = [toX(0), toX(Math.min(...seconds)), toX(Math.max(...seconds))]
  // To the right of the allowed time only if there is no room to its left.
  const room = toX(limit) - longest
  const labelX = (room > 0 && room < labelWidth ? toX(limit) : longest) + 8
  const measured = [
    `  <rect class="bar" x="${start}" y="${middle - barHeight / 2}" width="${toX(median) - start}" height="${barHeight}"/>`,
    `  <line class="spread" x1="${shortest}" y1="${middle}" x2="${longest}" y2="${middle}"/>`,
    `  <text x="${labelX}" y="${middle + 4}">${format(median)} s</text>`,
  ]
  return [
    `  <text x="${size.labels - 10}" y="${middle + 4}" text-anchor="end">${label}</text>`,
    ...(seconds.length > 0 ? measured : []),
    `  <line class="limit" x1="${toX(limit)}" y1="${top + 6}" x2="${toX(limit)}" y2="${top + size.row - 6}"/>`,
  ].join('\n')
}

const format = (seconds: number) => seconds.toFixed(1)

function getMedian(values: number[]): number {
  const sorted = values.toSorted((one, another) => one - another)
  const middle = sorted.length >> 1
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return ((low ?? 0) + (high ?? 0)) / 2
}
