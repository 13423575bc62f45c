import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { hasContent, type Paragraph } from '#shared/settings/field.ts'
import { type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import { readChanges } from './setting.queries.ts'

/** A save: when, by whom, and each changed field with its old and new value. */
export type Change = { id: number; at: string; by: string; fields: { name: string; old: unknown; new: unknown }[] }

const changesShown = 20
const rowsShown = 10
const charactersShown = 160

/**
 * The latest saves of a group, newest first. Long lists and texts are shortened to what changed.
 * @param id returns that save alone and in full, so that it can be put back
 * @throws AppError `missing` if the group has no such save
 */
export async function listSettingChanges(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  key: SettingsKey,
  id?: number,
): Promise<Change[]> {
  const { fields } = settingsGroups[key]
  const changes = await readChanges(db, key, { id, limit: changesShown })
  if (id !== undefined && changes.length === 0) throw new AppError('missing', messages.notFound)
  return changes.map((change) => ({
    id: change.id,
    at: formatTime(change.at, env.COUNTY_TIME_ZONE),
    by: change.by,
    fields: Object.keys(fields)
      .filter((name) => name in change.new)
      .map((name) => {
        const [old, now] = [change.old[name], change.new[name]]
        return { name, ...(id === undefined ? summarizeChange(old, now) : { old, new: now }) }
      }),
  }))
}

type Pair = { old: unknown; new: unknown }

/** Shortens two values of a field to their difference. Rows that differ only in empty fields have no difference. */
export function summarizeChange(old: unknown, now: unknown): Pair {
  if (isRows(old) && isRows(now)) {
    if (JSON.stringify(old.filter(hasContent)) === JSON.stringify(now.filter(hasContent))) return { old: [], new: [] }
    const differing = Array.from({ length: Math.max(old.length, now.length) }, (_, row) => row)
      .filter((row) => JSON.stringify(old[row]) !== JSON.stringify(now[row]))
      .slice(0, rowsShown)
    const cutRows = (rows: Paragraph[]) => differing.flatMap((row) => rows[row] ?? []).map(cutRow)
    return { old: cutRows(old), new: cutRows(now) }
  }
  return { old: cut(old), new: cut(now) }
}

const isRows = (value: unknown): value is Paragraph[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)

const cutRow = ({ heading, paragraphContent }: Paragraph) => ({
  heading: cut(heading),
  paragraphContent: cut(paragraphContent),
})

function cut(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= charactersShown) return value
  // Cuts by whole characters: half of a surrogate pair is not text.
  return `${[...value].slice(0, charactersShown).join('')}…`
}
