import os from 'node:os'
import { type BenchmarkResult, type Line, meetsAim, meetsFloor } from './support/benchmark.ts'
import { type BenchCluster, postgresSettings } from './support/database.ts'

export type MeasuredBenchmark = { number: number; title: string; result: BenchmarkResult }

const headings = ['bar', 'what', 'unit', 'ours', 'limit', 'ratio', 'floor', 'aim', 'verdict']

/** The table cells of each line. */
export function tableRows(measured: MeasuredBenchmark[]): string[][] {
  return measured.flatMap(({ number, result }) =>
    result.lines.map((line) => [
      String(number),
      line.what,
      line.unit,
      line.shown?.ours ?? figure(line.ours),
      line.shown?.limit ?? figure(line.limit),
      line.shown?.ratio ?? line.ratio.toFixed(2),
      bound(line, line.floor),
      bound(line, line.aim),
      verdict(line),
    ]),
  )
}

const bound = ({ better }: Line, value: number | null) =>
  value === null ? '–' : `${better === 'higher' ? '≥' : '≤'} ${value}`

function verdict(line: Line): string {
  if (line.floor === null && line.aim === null) return 'for information'
  if (line.floor === null) return meetsAim(line) ? 'aim met' : 'aim missed'
  if (!meetsFloor(line)) return 'BELOW THE FLOOR'
  return meetsAim(line) ? 'aim met' : 'floor met'
}

const figure = (value: number) =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 })

/** For the terminal. */
export function formatText(measured: MeasuredBenchmark[]): string {
  const rows = [headings, ...tableRows(measured)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

type Machine = { date: Date; node: string; postgres: string; durability: string; cores: string; memory: string }

export function describeMachine(cluster: BenchCluster): Machine {
  const cpus = os.cpus()
  return {
    date: new Date(),
    node: process.version,
    postgres: cluster.version,
    durability: cluster.durability,
    cores: `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
  }
}

/** The whole of RESULTS.md. */
export function formatMarkdown(measured: MeasuredBenchmark[], machine: Machine, more: string[]): string {
  const table = [headings, headings.map(() => '---'), ...tableRows(measured)]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
  const notes = measured
    .filter(({ result }) => result.notes.length > 0)
    .map(({ number, title, result }) =>
      [`### ${number}. ${title}`, ...result.notes.map((note) => `- ${note}`)].join('\n'),
    )
  const faults = measured.flatMap(({ number, result }) => result.faults.map((fault) => `- Bar ${number}: ${fault}`))
  return (
    [
      '# Benchmarks',
      'Written by `npm run bench`; do not edit. Each of our figures stands beside a limit, or beside the same job on a well-known queue, measured in the same run, in turn with it; ratios hold better than the figures themselves.',
      [
        `- Date: ${machine.date.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        `- Machine: ${machine.cores}; ${machine.memory} of memory; Node ${machine.node}; PostgreSQL ${machine.postgres} (embedded)`,
        `- PostgreSQL: ${machine.durability}; ${Object.entries(postgresSettings)
          .map(([key, value]) => `${key} ${value}`)
          .join(', ')}`,
      ].join('\n'),
      table,
      faults.length > 0 ? ['## Counts that do not reconcile', ...faults].join('\n') : 'All counts reconcile.',
      '## How it was measured',
      ...notes,
      ...more,
    ].join('\n\n') + '\n'
  )
}
