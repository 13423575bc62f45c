import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { RunningProcess } from '../processes/start-process.ts'
import { type Breach, onlyBroken } from './check.ts'

/** Measures that must return, after the run, to their values from before it. */
export type Levels = {
  memory: { name: string; bytes: number }[]
  tables: { name: string; bytes: number }[]
  jobs: number
}

/** Caches of names, statements and connections that a process fills once; measured after a collection. */
const memoryToleranceBytes = 40_000_000
/** Pages that the last rows left at the end of a table. */
const tableToleranceBytes = 1_000_000
/** Jobs of schedules and wake-ups that may be due at any moment. */
const jobsTolerance = 50

/** Measures the processes after a collection, and the tables through which work passes after a vacuum. */
export async function measureLevels(client: Client, processes: RunningProcess[]): Promise<Levels> {
  const memory = await Promise.all(
    processes.map(async (process, place) => ({
      name: `${process.name} ${place + 1}`,
      bytes: await process.measureMemory(),
    })),
  )
  for (const table of ['match_queue', 'delivery']) await client.query(`vacuum ${table}`)
  const tables = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_relation_size(oid)::text as bytes from pg_class
     where oid in ('match_queue'::regclass, 'delivery'::regclass)`,
  )
  const jobs = await client.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where state in ('created', 'active', 'retry') and start_after < now()`,
  )
  return {
    memory,
    tables: tables.rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
    jobs: jobs.rows[0]?.jobs ?? 0,
  }
}

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Each measure after the run against the same one before it. */
export const findRaisedLevels = (before: Levels, after: Levels): Breach[] =>
  onlyBroken([
    {
      what: 'processes whose memory did not come back',
      ids: after.memory.flatMap(({ name, bytes }, place) => {
        const first = before.memory[place]?.bytes ?? 0
        return bytes > first + memoryToleranceBytes ? [`${name}: ${inMegabytes(first)} to ${inMegabytes(bytes)}`] : []
      }),
    },
    {
      what: 'queue tables that stayed larger',
      ids: after.tables.flatMap(({ name, bytes }) => {
        const first = before.tables.find((table) => table.name === name)?.bytes ?? 0
        return bytes > first + tableToleranceBytes ? [`${name}: ${inMegabytes(first)} to ${inMegabytes(bytes)}`] : []
      }),
    },
    {
      what: 'jobs left behind',
      ids: after.jobs > before.jobs + jobsTolerance ? [`${before.jobs} to ${after.jobs}`] : [],
    },
  ])

/** A job of the program's own, such as one of every minute, holds memory while it runs. A leak never comes back. */
const backWithinMs = 120_000
const againAfterMs = 1_000

/** Measures until everything is back, and returns what is not by then. */
export async function awaitLevels(
  before: Levels,
  measure: () => Promise<Levels>,
  withinMs = backWithinMs,
): Promise<Breach[]> {
  const end = performance.now() + withinMs
  for (;;) {
    const raised = findRaisedLevels(before, await measure())
    if (raised.length === 0 || performance.now() > end) return raised
    await wait(Math.min(againAfterMs, withinMs))
  }
}
