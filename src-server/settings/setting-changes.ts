import { formatTime } from '#shared/rules/dates.ts'
import type { Paragraph } from '#shared/settings/field.ts'
import { type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import type { UserContext } from '../trpc/context.ts'
import { readChanges } from './setting.queries.ts'

/** A save: when, by whom, and each field it changed, as it was and as it became. */
export type Change = { at: string; by: string; fields: { name: string; old: unknown; new: unknown }[] }

const changesShown = 20
const rowsShown = 10
const charactersShown = 160

/** The latest saves of a group, newest first. Of long lists and texts only so much that one sees what changed. */
export async function settingChanges({ db, env }: UserContext, key: SettingsKey): Promise<Change[]> {
  const { fields } = settingsGroups[key]
  return (await readChanges(db, key, changesShown)).map((change) => ({
    at: formatTime(change.at, env.COUNTY_TIME_ZONE),
    by: change.by,
    fields: Object.keys(fields)
      .filter((name) => name in change.new)
      .map((name) => ({ name, ...inShort(change.old[name], change.new[name]) })),
  }))
}

type Pair = { old: unknown; new: unknown }

/** Two values of a field, cut down to where they differ. */
export function inShort(old: unknown, now: unknown): Pair {
  if (isRows(old) && isRows(now)) {
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
  // By whole characters: half of a pair would be no text.
  return `${[...value].slice(0, charactersShown).join('')}…`
}
