import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import {
  type Settings,
  type SettingsKey,
  type SettingsValues,
  settingsGroups,
  settingsKeys,
} from '#shared/settings/groups.ts'

/** Reads every group; a missing row, or a field that an older version did not know, means the default. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const stored = new Map(
    (await db.selectFrom('setting').select(['key', 'value']).execute()).map((row) => [row.key, row.value as object]),
  )
  return Object.fromEntries(
    settingsKeys.map((key) => [key, { ...settingsGroups[key].initial, ...stored.get(key) }]),
  ) as Settings
}

/** Stores a group. The caller has checked it against the group's schema. */
export async function writeSetting<K extends SettingsKey>(
  db: Db | Tx,
  key: K,
  value: SettingsValues<K>,
  userId: number | null,
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_by: userId, updated_at: new Date() }
  await db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((oc) => oc.column('key').doUpdateSet((eb) => ({ ...row, version: eb('setting.version', '+', 1) })))
    .execute()
}

export type SettingsStore = { current(): Promise<Settings>; forget(): void }

/**
 * Caches the settings for one process and reads them again after a second, so that a change on any server takes effect
 * everywhere within two seconds.
 */
export function settingsStore(db: Db, maxAgeMs = 1000): SettingsStore {
  let held: { at: number; settings: Promise<Settings> } | undefined
  return {
    current() {
      // The monotonic clock: if the system clock is set back, old settings must not stay in effect.
      const now = performance.now()
      if (!held || now - held.at > maxAgeMs) {
        const settings = readSettings(db)
        held = { at: now, settings }
        settings.catch(() => (held = undefined))
      }
      return held.settings
    },
    forget() {
      held = undefined
    },
  }
}
