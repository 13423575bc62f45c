import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { MigrationWatch } from '#shared/node/platform/migrate/migration-watch.ts'
import type { Migration } from '#shared/node/platform/migrate/read-migrations.ts'

// cspell:ignore datname locktype relid relkind relname relnamespace regnamespace

/** The locks that block other queries, weakest first, with the queries that wait. */
export const blockingLocks = {
  ShareLock: 'writes wait',
  ShareRowExclusiveLock: 'writes wait',
  ExclusiveLock: 'writes wait',
  AccessExclusiveLock: 'reads and writes wait',
} as const
type Mode = keyof typeof blockingLocks
const modes = Object.keys(blockingLocks) as Mode[]

export type HeldLock = { table: string; mode: Mode; ms: number }
export type Rehearsed = { migration: Migration; ms: number; locks: HeldLock[] }

const sampleMs = 5

/** Locks of the migration on tables that were there before; a partition counts as its table. */
const held = `
  select distinct c.relname as table, l.mode
  from pg_locks l
  join pg_stat_activity a using (pid)
  join pg_class c on c.oid = coalesce(pg_partition_root(l.relation), l.relation)
  where l.locktype = 'relation' and l.granted and a.datname = current_database()
    and a.application_name = 'land-alerts migrate' and c.oid = any ($1::oid[]) and l.mode = any ($2)`

/**
 * Watches migrations from a second connection: how long each takes, and how long each blocks a table. A lock counts
 * from when it is first seen, at most some milliseconds late, to the commit; outside a transaction, to when it was last
 * seen.
 * @param client a connection of its own to the same database
 */
export async function watchLocks(client: Client) {
  const { rows: tables } = await client.query<{ oid: number }>(
    `select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const oids = tables.map(({ oid }) => oid)
  const rehearsed: Rehearsed[] = []
  let startedAt = 0
  let seen = new Map<string, { mode: Mode; at: number; until: number }>()
  const sample = async () => {
    const { rows } = await client.query<{ table: string; mode: Mode }>(held, [oids, modes])
    for (const { table, mode } of rows) {
      const before = seen.get(table)
      const isStronger = !before || modes.indexOf(before.mode) < modes.indexOf(mode)
      const until = performance.now()
      seen.set(table, { mode: isStronger ? mode : before.mode, at: before?.at ?? until, until })
    }
  }
  let stopSampling: (() => Promise<void>) | undefined
  const startSampling = () => {
    const stop = new AbortController()
    const sampling = (async () => {
      while (!stop.signal.aborted) {
        await sample()
        await wait(sampleMs)
      }
    })()
    sampling.catch(() => {}) // Awaited below.
    stopSampling = () => {
      stop.abort()
      return sampling
    }
  }
  const watch: MigrationWatch = {
    started: () => {
      startedAt = performance.now()
      seen = new Map()
      startSampling()
    },
    locked: async () => {
      await stopSampling?.()
      await sample()
    },
    released: async (migration) => {
      const now = performance.now()
      // Without a transaction, each statement releases its own.
      const locks = [...seen].map(([table, { mode, at, until }]) => ({
        table,
        mode,
        ms: (migration.steps ? until : now) - at,
      }))
      rehearsed.push({ migration, ms: now - startedAt, locks: locks.toSorted((a, b) => b.ms - a.ms) })
    },
  }
  return { watch, rehearsed, stop: async () => stopSampling?.() }
}
