import { AppError } from '#shared/contract/errors.ts'
import { markParcelAlertsStale } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { readSettings, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { type SettingsKey, type SettingsValues, settingsGroups } from '#shared/settings/groups.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { wantFreshPassword } from '#server/trpc/recent-password.ts'
import { inputProblem } from '#server/platform/input-problem.ts'
import { holdSettings, readGroup, type StoredGroup } from './setting.queries.ts'
import { changedFields, fromWire, toWire } from './wire.ts'

type Value = Record<string, unknown>
export type SettingReply = {
  message?: string
  content: Value
  /** Raised with each save; a save that names an older one is refused. */
  version: number
  /** Who saved it last, and when; null while the defaults hold. */
  saved: { by: string; at: string } | null
}

function reply(stored: StoredGroup<SettingsKey>, content: Value, timeZone: string): SettingReply {
  const saved = stored.savedAt && { by: stored.savedBy, at: formatTime(stored.savedAt, timeZone) }
  return { content, version: stored.version, saved }
}

/** A group as it is stored at this moment. */
export async function showSetting({ db, env }: UserContext, key: SettingsKey): Promise<SettingReply> {
  // The version first: a save in between makes it too old, never the value.
  const stored = await readGroup(db, key)
  return reply(stored, toWire(key, stored.value, await readSettings(db)), env.COUNTY_TIME_ZONE)
}

/** What a change sets off beyond its own row. */
async function followUp(tx: Tx, { enqueue }: UserContext, changed: readonly string[]): Promise<void> {
  if (!changed.includes('parcelMask')) return
  await markParcelAlertsStale(tx)
  await enqueue(tx, 'rederiveKeys', {})
}

/**
 * Checks and saves a group, and writes the changed fields to the audit log. It holds on every server within 2 s.
 * @param version that the caller has seen; undefined lets the last save win (decisions, section 2)
 * @throws AppError `refused` with the fields' messages; `malformed`; `conflict` where the version is outdated;
 * `recentPasswordRequired` for the switch of the second factor
 */
export async function saveSetting(
  ctx: UserContext,
  key: SettingsKey,
  sent: Value,
  version: number | undefined,
): Promise<SettingReply> {
  const meant = fromWire(key, sent)
  const checked = settingsGroups[key].schema.safeParse(meant)
  if (!checked.success) throw inputProblem(checked.error, meant)
  const value = checked.data as SettingsValues<SettingsKey>
  const stored = await ctx.db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const before = await readGroup(tx, key)
    if (version !== undefined && version !== before.version) {
      const at = formatTime(before.savedAt, ctx.env.COUNTY_TIME_ZONE)
      throw new AppError('conflict', `This page was changed by ${before.savedBy || 'the service'} at ${at}.`)
    }
    const changed = changedFields(key, before.value, value)
    // What changes nothing leaves no trace.
    if (changed.length === 0) return before
    if (changed.includes('totpForAdministrators')) wantFreshPassword(ctx.session)
    await writeSetting(tx, key, value, ctx.user.id)
    await writeAudit(tx, {
      type: key === 'userLockout' ? 'LOCKOUT' : 'SETTING',
      actor: ctx.user,
      description: `The settings page ${settingsGroups[key].title} was saved.`,
      oldValue: { group: key, ...only(changed, before.value) },
      newValue: { group: key, ...only(changed, value) },
      address: ctx.address,
    })
    await followUp(tx, ctx, changed)
    return readGroup(tx, key)
  })
  ctx.settings.forget()
  const content = toWire(key, stored.value, await readSettings(ctx.db))
  return { message: 'Saved.', ...reply(stored, content, ctx.env.COUNTY_TIME_ZONE) }
}

const only = (names: readonly string[], value: Value): Value =>
  Object.fromEntries(names.map((name) => [name, value[name]]))
