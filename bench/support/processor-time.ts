import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { median, seconds, type Comparison } from './measure.ts'

/** Participating processes by name; each includes its children that have no name of their own. */
type Processes = Record<string, number>
/** One run's usage: microseconds of processor time per process, and the elapsed time. */
export type CpuUsage = { micros: Record<string, number>; units: number; seconds: number }

/** /proc gives times in hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK) on every Linux). */
const microsPerTick = 10_000

type Stat = { pid: number; parent: number; own: number; ended: number }

/** @returns undefined if the process has ended */
function readStat(pid: number): Stat | undefined {
  try {
    // The second field is a name in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const at = (field: number) => Number(fields[field - 3])
    return { pid, parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return undefined
  }
}

/** Ticks used by a process, its children and its ended children. */
function readTicks(pid: number, all: Stat[], named: number[]): number {
  const own = all.find((one) => one.pid === pid)
  const children = all.filter((one) => one.parent === pid && !named.includes(one.pid))
  return (own ? own.own + own.ended : 0) + children.reduce((sum, child) => sum + child.own, 0)
}

function ticks(processes: Processes): Record<string, number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => [name, readTicks(pid, all, Object.values(processes))]),
  )
}

/**
 * Measures elapsed time and each process's processor time during `work`.
 * @returns no processor time on systems without Linux's /proc
 */
export async function measureCpuUsage(
  processes: Processes,
  units: number,
  work: () => Promise<unknown>,
): Promise<CpuUsage> {
  const known = process.platform === 'linux'
  const before = known ? ticks(processes) : {}
  const taken = await seconds(work)
  const after = known ? ticks(processes) : {}
  const micros = Object.entries(after).map(([name, value]) => [name, (value - before[name]!) * microsPerTick])
  return { micros: Object.fromEntries(micros), units, seconds: taken }
}

/**
 * A sentence on where the time of one unit goes, to explain a missed floor.
 * @param what one unit, such as 'A notice'
 */
export function describeCpuUsage(
  what: string,
  accounts: CpuUsage[],
  { limit, floor }: Pick<Comparison, 'limit'> & { floor: number },
  cores = os.availableParallelism(),
): string[] {
  const names = Object.keys(accounts[0]?.micros ?? {})
  if (names.length === 0) return []
  const each = names.map((name) => median(accounts.map(({ micros, units }) => micros[name]! / units)))
  const all = each.reduce((sum, one) => sum + one, 0)
  const wall = median(accounts.map((one) => (one.seconds * 1e6) / one.units))
  const atMost = (cores * 1e6) / all / limit
  const atFloor = (cores * 1e6) / (floor * limit)
  return [
    `${what} takes ${micro(all)} of processor time (${names.map((name, i) => `${name} ${Math.round(each[i]!)}`).join(', ')}) in ${micro(wall)} on ${cores} cores, which are busy for ${Math.round((all / wall / cores) * 100)} %. Were they never idle, the ratio would be ${atMost.toFixed(2)}; the floor leaves ${micro(atFloor)} of processor time for everything.`,
  ]
}

const micro = (value: number) => `${Math.round(value)} µs`
