import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { RunningProcess } from '../processes/start-process.ts'
import { type Breach, onlyBroken } from './check.ts'

/**
 * Transactions a second that a process with nothing to do may make, with the short polls of a run: twice what it makes.
 * What it makes with its own polls is tests/start/at-rest.
 */
const mostAtRest = { worker: 50, server: 10 } as const
const countedMs = 2_000
/** Before this, the program's own jobs of every minute end, and PostgreSQL's counts arrive. */
const restsWithinMs = 60_000

/** Counts until the processes rest, or returns that they do not if they take too long. */
export async function awaitRest(client: Client, processes: Pick<RunningProcess, 'name'>[]): Promise<Breach[]> {
  const most = processes.reduce((sum, { name }) => sum + mostAtRest[name], 0)
  const end = performance.now() + restsWithinMs
  for (;;) {
    const perSecond = await countPerSecond(client)
    if (perSecond <= most || performance.now() > end) return findUnrest(perSecond, most)
  }
}

export const findUnrest = (perSecond: number, most: number): Breach[] =>
  onlyBroken([
    {
      what: 'processes that do not rest',
      ids: perSecond > most ? [`${Math.round(perSecond)} transactions a second, not ${most}`] : [],
    },
  ])

async function countPerSecond(client: Client): Promise<number> {
  const [before, at] = [await countTransactions(client), performance.now()]
  await wait(countedMs)
  return ((await countTransactions(client)) - before) / ((performance.now() - at) / 1000)
}

async function countTransactions(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}
