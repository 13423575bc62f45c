import { sql } from 'kysely'
import { findFeed } from '#server/features/feeds/manage/feed.queries.ts'
import { createFeed } from '#server/features/feeds/manage/manage-feeds.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { readSettings } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { makeResidents } from '../made-up/residents.ts'
import { madeUpFeed } from './find-other-data.ts'
import { writeAuditRows } from './write-audit-rows.ts'
import { writeHistory } from './write-history.ts'
import { writeKeys, writeLists } from './write-residents.ts'

type Loading = {
  users: number
  seed: number
  /** Residents of one transaction. */
  batch?: number
  onProgress?: (users: number) => void
}

/** Rows that this run added. */
type Loaded = { users: number; alerts: number; history: number; audit: number }

/**
 * Ensures that the first n residents of a seed exist with all their data. Each batch is one transaction and skips
 * existing residents, so an interrupted run can be repeated.
 */
export async function loadResidents(
  db: Db,
  { users, seed, batch = 5000, onProgress = () => {} }: Loading,
): Promise<Loaded> {
  const residentAt = makeResidents(seed, startOfToday())
  const mask = parseMaskOrNull((await readSettings(db)).service.parcelMask)
  const feed = (await findFeed(db, { name: madeUpFeed })) ?? (await createFeed(db, null, { name: madeUpFeed }))
  const loaded: Loaded = { users: 0, alerts: 0, history: 0, audit: 0 }
  for (let start = 0; start < users; start += batch) {
    const wanted = Array.from({ length: Math.min(batch, users - start) }, (_, place) => residentAt(start + place))
    const there = await findExisting(
      db,
      wanted.map(({ username }) => username),
    )
    const missing = wanted.filter(({ username }) => !there.has(username))
    if (missing.length > 0)
      await inTransaction(
        db,
        async (tx) => {
          const written = await writeLists(tx, missing)
          await writeKeys(tx, written, mask)
          loaded.history += await writeHistory(tx, written, feed.id)
          loaded.audit += await writeAuditRows(tx, written)
        },
        { once: true },
      )
    loaded.users += missing.length
    loaded.alerts += missing.reduce((sum, { alerts }) => sum + alerts.length, 0)
    onProgress(start + wanted.length)
  }
  return loaded
}

function startOfToday(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}

async function findExisting(db: Db, usernames: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ username: string }>`
    select username from "user" where lower(username) = any (${usernames}::text[])`.execute(db)
  return new Set(rows.map(({ username }) => username))
}
