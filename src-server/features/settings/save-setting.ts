import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { inputProblem } from '#server/platform/input-problem.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { markParcelAlertsStale } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { readSettings, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { type SettingsKey, type SettingsValues, settingsGroups } from '#shared/settings/groups.ts'
import { lockSettings, readGroup, type StoredGroup } from './setting.queries.ts'
import { changedFields, fromWire, toWire } from './wire.ts'

type Value = Record<string, unknown>
export type SettingReply = {
  message?: string
  content: Value
  /** Each save increments it, and a save with an older one is refused. */
  version: number
  /** Who saved it last, and when; null while the defaults apply. */
  saved: { by: string; at: string } | null
}

function reply(stored: StoredGroup<SettingsKey>, content: Value, timeZone: string): SettingReply {
  const saved = stored.savedAt && { by: stored.savedBy, at: formatTime(stored.savedAt, timeZone) }
  return { content, version: stored.version, saved }
}

/** A group as stored now. */
export async function readSetting(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  key: SettingsKey,
): Promise<SettingReply> {
  // The version is read first: a concurrent save can then make it too old, which a save detects, but never too new.
  const stored = await readGroup(db, key)
  return reply(stored, toWire(key, stored.value, await readSettings(db)), env.COUNTY_TIME_ZONE)
}

/** What a change triggers in addition to its own row. */
async function runFollowUp(
  tx: Tx,
  { enqueue }: Pick<ServerDeps, 'enqueue'>,
  changed: readonly string[],
): Promise<void> {
  if (!changed.includes('parcelMask')) return
  await markParcelAlertsStale(tx)
  await enqueue(tx, 'rederiveKeys', {})
}

/**
 * Checks and saves a group, and audits the changed fields. Every server applies it within 2 s.
 * @param version that the caller has seen; undefined lets the last save win
 * @throws AppError `refused` with the fields' messages; `malformed`; `conflict` if the version is outdated;
 *   `recentPasswordRequired` for the sensitive fields
 */
export async function saveSetting(
  deps: ServerDeps,
  actor: Actor,
  key: SettingsKey,
  { value: sent, version }: { value: Value; version: number | undefined },
): Promise<SettingReply> {
  const meant = fromWire(key, sent)
  const checked = settingsGroups[key].schema.safeParse(meant)
  if (!checked.success) throw inputProblem(checked.error, meant)
  const value = checked.data as SettingsValues<SettingsKey>
  const stored = await inTransaction(deps.db, async (tx) => {
    await lockSettings(tx)
    const before = await readGroup(tx, key)
    if (version !== undefined && version !== before.version) {
      const at = formatTime(before.savedAt, deps.env.COUNTY_TIME_ZONE)
      throw new AppError('conflict', `This page was changed by ${before.savedBy || 'the service'} at ${at}.`)
    }
    const changed = changedFields(key, before.value, value)
    // A save without changes leaves no trace.
    if (changed.length === 0) return before
    if (changed.some((field) => sensitiveFields[key]?.includes(field))) assertRecentPassword(actor.session)
    await writeSetting(tx, key, value, actor.id)
    await writeAudit(tx, {
      type: key === 'userLockout' ? 'LOCKOUT' : 'SETTING',
      actor,
      description: `Saved the settings page ${settingsGroups[key].title}.`,
      oldValue: { group: key, ...only(changed, before.value) },
      newValue: { group: key, ...only(changed, value) },
      address: actor.address,
    })
    await runFollowUp(tx, deps, changed)
    return readGroup(tx, key)
  })
  deps.settings.forget()
  const content = toWire(key, stored.value, await readSettings(deps.db))
  return { message: 'Saved.', ...reply(stored, content, deps.env.COUNTY_TIME_ZONE) }
}

/** The fields that require a recently entered password; whole pages that do are in trpc/recent-password.ts. */
const sensitiveFields: Partial<Record<SettingsKey, readonly string[]>> = {
  // Residents call this number about a forged deed, and this address gets their reports.
  common: ['contactPhone', 'contactEmail'],
  service: ['totpForAdministrators', 'floodNoticesPerDay', 'floodRecordAgeDays'],
  alertSettings: ['businessAlert', 'nameAlert', 'parcelIdAlert'],
}

const only = (names: readonly string[], value: Value): Value =>
  Object.fromEntries(names.map((name) => [name, value[name]]))
