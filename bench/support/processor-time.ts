import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { median, seconds, type Sides } from './measure.ts'

/** The processes that take part, by what they are called; each stands for its children too that are not named themselves. */
export type Processes = Record<string, number>
/** What one run used: microseconds of processor time by process, and how long it took. */
export type Account = { micros: Record<string, number>; units: number; seconds: number }

/** Of /proc: times are given in hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK) on every Linux). */
const microsPerTick = 10_000

type Stat = { pid: number; parent: number; own: number; ended: number }

/** @returns undefined where the process has ended meanwhile */
function statOf(pid: number): Stat | undefined {
  try {
    // The second field is a name in brackets, which may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const at = (field: number) => Number(fields[field - 3])
    return { pid, parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return undefined
  }
}

/** Ticks that a process, its children and those of them that have ended have used. */
function ticksOf(pid: number, all: Stat[], named: number[]): number {
  const own = all.find((one) => one.pid === pid)
  const children = all.filter((one) => one.parent === pid && !named.includes(one.pid))
  return (own ? own.own + own.ended : 0) + children.reduce((sum, child) => sum + child.own, 0)
}

function ticks(processes: Processes): Record<string, number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => [name, ticksOf(pid, all, Object.values(processes))]),
  )
}

/**
 * Times a piece of work and says what each process used meanwhile.
 * @returns no processor time where the system does not tell it (/proc is Linux's)
 */
export async function accounted(processes: Processes, units: number, work: () => Promise<unknown>): Promise<Account> {
  const known = process.platform === 'linux'
  const before = known ? ticks(processes) : {}
  const taken = await seconds(work)
  const after = known ? ticks(processes) : {}
  const micros = Object.entries(after).map(([name, value]) => [name, (value - before[name]!) * microsPerTick])
  return { micros: Object.fromEntries(micros), units, seconds: taken }
}

/**
 * Where the time of one unit goes, in a sentence: what a floor that is missed is explained by.
 * @param what one unit, as 'A notice'
 */
export function accountNote(
  what: string,
  accounts: Account[],
  { limit, floor }: Pick<Sides, 'limit'> & { floor: number },
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
