import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { type SettingsKey, type SettingsValues, settingsGroups } from '#shared/settings/groups.ts'

/** A group as stored: version 0 if it was never saved and the defaults apply. */
export type StoredGroup<K extends SettingsKey> = {
  value: SettingsValues<K>
  version: number
  savedAt: Date | null
  /** '' if no user saved it, or the user was deleted. */
  savedBy: string
}

export async function readGroup<K extends SettingsKey>(db: Db | Tx, key: K): Promise<StoredGroup<K>> {
  const row = await db
    .selectFrom('setting')
    .leftJoin('user', 'user.id', 'setting.updated_by')
    .where('setting.key', '=', key)
    .select(['setting.value', 'setting.version', 'setting.updated_at', 'user.username'])
    .executeTakeFirst()
  return {
    value: { ...settingsGroups[key].initial, ...(row?.value as object | undefined) },
    version: row?.version ?? 0,
    savedAt: row?.updated_at ?? null,
    savedBy: row?.username ?? '',
  }
}

/** Blocks other saves of settings until the transaction ends, even if the group has no row to lock yet. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.saveSetting})`.execute(tx)
}

/** Ends the current sessions of USER and GUEST; every session check compares with this moment. */
export async function endResidentSessions(tx: Tx): Promise<void> {
  // Not now(), the time when the transaction began: sessions that began since then must end too.
  await tx
    .updateTable('session_epoch')
    .set({ end_users_ended_at: sql<Date>`clock_timestamp()` })
    .execute()
}

/** Counts the sessions of USER and GUEST that no epoch has ended yet. */
export async function countResidentSessions(db: Db | Tx): Promise<number> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .where('user.role', 'in', ['USER', 'GUEST'])
    .where('session.expires_at', '>', sql<Date>`now()`)
    .whereRef('session.created_at', '>=', 'user.sessions_ended_at')
    .where('session.created_at', '>=', sql<Date>`(select end_users_ended_at from session_epoch)`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

type SettingChange = {
  id: number
  at: Date
  by: string
  old: Record<string, unknown>
  new: Record<string, unknown>
}

/**
 * The latest saves of a group, from the audit log; or only the one with that id.
 * @param group as save-setting.ts writes it with the old and new values
 */
export async function readChanges(
  db: Db,
  group: SettingsKey,
  { id, limit }: { id?: number | undefined; limit: number },
): Promise<SettingChange[]> {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('audit_personal', 'audit_personal.audit_id', 'audit_log.id')
    // The same expression as in the index audit_log_settings.
    .where(sql<boolean>`audit_log.type in ('SETTING', 'LOCKOUT')`)
    .where(sql<string>`audit_personal.new_value ->> 'group'`, '=', group)
    .$if(id !== undefined, (query) => query.where('audit_log.id', '=', id ?? 0))
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_personal.actor_username',
      'audit_personal.old_value',
      'audit_personal.new_value',
    ])
    .execute()
  return rows.map(({ id: row, at, actor_username, old_value, new_value }) => ({
    id: row,
    at,
    by: actor_username,
    old: (old_value ?? {}) as Record<string, unknown>,
    new: (new_value ?? {}) as Record<string, unknown>,
  }))
}
