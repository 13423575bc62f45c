import { expect, test } from 'vitest'
import { drawOutages } from './chart.ts'

const report = (kind: 'node lost' | 'PostgreSQL killed' | 'link cut', seconds: number) => ({ kind, seconds })

test('the chart says in words what it shows, and each bar ends at its median', () => {
  const svg = drawOutages([
    report('node lost', 22),
    report('node lost', 30),
    report('node lost', 25),
    report('PostgreSQL killed', 4),
    report('link cut', 21),
    report('link cut', 23),
  ])
  expect(svg).toContain('machine lost: 3 times, 22.0 to 30.0 seconds, median 25.0, allowed 35.')
  expect(svg).toContain('network cut: 2 times, 21.0 to 23.0 seconds, median 22.0, allowed 35.')
  const zero = Number(/<line class="grid" x1="(\d+)"/.exec(svg)?.[1])
  const forty = Number(/x="(\d+)" y="\d+" text-anchor="middle">40</.exec(svg)?.[1])
  const widths = [...svg.matchAll(/class="bar".*? width="(\d+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([25, 4, 22].map((seconds) => expect.closeTo(((forty - zero) * seconds) / 40, -0.5)))
})

test('a kind that did not happen has no bar', () => {
  const svg = drawOutages([report('link cut', 21)])
  expect(svg.match(/class="bar"/g)).toHaveLength(1)
  expect(svg).not.toMatch(/NaN|Infinity/)
})
