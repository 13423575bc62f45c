import { z } from 'zod'
import { type Field, hasContent, type Paragraph } from '#shared/settings/field.ts'
import { type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'

/** Values of a group by field, either as in the API or as in the form (numbers and choices as text). */
export type Values = Record<string, unknown>

export const getFields = (group: SettingsKey): Record<string, Field> => settingsGroups[group].fields

const toControl: Partial<Record<Field['kind'], (value: unknown) => unknown>> = { number: String, choice: String }
const toWire: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  // Anything but a number becomes NaN, which the schema rejects in its own words.
  number: (text) => (String(text).trim() === '' ? '' : Number(text)),
  choice: (text) => text === 'true',
}

const isOn = (value: unknown) => value === true || value === 'true'

/** True if the flag that the field depends on is off, which makes the field ineffective. */
export const isFieldDisabled = (field: Field, values: Values): boolean =>
  field.enabledBy !== undefined && !isOn(values[field.enabledBy])

/** The server's values as form values, without read-only ones. */
export function formValues(group: SettingsKey, wire: Values): Values {
  return Object.fromEntries(
    Object.entries(getFields(group)).map(([name, { kind }]) => [name, toControl[kind]?.(wire[name]) ?? wire[name]]),
  )
}

/** The form's values as API input. A disabled field keeps its value in `before`, which are API values. */
export function wireValues(group: SettingsKey, values: Values, before: Values): Values {
  return Object.fromEntries(
    Object.entries(getFields(group)).map(([name, field]) => [
      name,
      isFieldDisabled(field, values) ? before[name] : (toWire[field.kind]?.(values[name]) ?? values[name]),
    ]),
  )
}

/** The group's own schema, for values of the form. */
export function formSchema(group: SettingsKey, before: Values): z.ZodType<Values, Values> {
  return z
    .custom<Values>()
    .transform((values) => wireValues(group, values, before))
    .pipe(settingsGroups[group].schema as unknown as z.ZodType<Values, Values>)
}

const same = (item: unknown, other: unknown) => JSON.stringify(item) === JSON.stringify(other)

/** The number of rows that are filled in. */
export const filledRows = (rows: unknown): number =>
  Array.isArray(rows) ? (rows as Paragraph[]).filter(hasContent).length : 0

/** The number of changes between two values of a field; each row counts. */
function distance(item: unknown, other: unknown): number {
  if (same(item, other)) return 0
  if (!Array.isArray(item) || !Array.isArray(other) || typeof (item[0] ?? other[0]) !== 'object') return 1
  const longest = item.length > other.length ? item : other
  return longest.filter((_row, index) => !same(item[index], other[index])).length
}

/** The fields in which two values of a group differ. */
export const differing = (group: SettingsKey, item: Values, other: Values): string[] =>
  Object.keys(getFields(group)).filter((name) => !same(item[name], other[name]))

/** The number of unsaved changes in the form. */
export const changeCount = (group: SettingsKey, now: Values, before: Values): number =>
  Object.keys(getFields(group)).reduce((sum, name) => sum + distance(now[name], before[name]), 0)

/** Merges my changes into their values: what they changed elsewhere on the page stays. */
export function mergeMine(group: SettingsKey, mine: Values, before: Values, theirs: Values): Values {
  const own = differing(group, mine, before)
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
}

const emptyRow: Paragraph = { heading: '', paragraphContent: '' }

/** A value of a change as a form value; lists of fixed length include their empty rows. */
function controlValue({ kind, fixedRows = 0 }: Field, wire: unknown): unknown {
  if (kind === 'rows' && Array.isArray(wire))
    return [...(wire as Paragraph[]), ...Array.from({ length: Math.max(0, fixedRows - wire.length) }, () => emptyRow)]
  return toControl[kind]?.(wire) ?? wire
}

/** The effect of reverting a change on the form. */
type RevertedValues = {
  values: Values
  /** Fields that the revert restored. */
  done: string[]
  /** Among them, fields with unsaved edits. */
  typedOver: string[]
  /** Fields that are disabled by another field, which stay as they are. */
  shut: string[]
}

/**
 * The form's values with the fields of a change as they were before it; other edits stay.
 * @param now the form's values
 * @param saved the form's values without unsaved edits
 */
export function revertChange(
  group: SettingsKey,
  change: readonly { name: string; old?: unknown }[],
  { now, saved }: { now: Values; saved: Values },
): RevertedValues {
  const fields = getFields(group)
  const before = Object.fromEntries(
    change.flatMap(({ name, old }) => {
      const field = fields[name]
      return field && old !== undefined && old !== null ? [[name, controlValue(field, old)]] : []
    }),
  )
  const then = { ...now, ...before }
  const other = Object.keys(before).filter((name) => !same(now[name], before[name]))
  const shut = other.filter((name) => isFieldDisabled(fields[name] as Field, then))
  const done = other.filter((name) => !shut.includes(name))
  return {
    values: { ...now, ...Object.fromEntries(done.map((name) => [name, before[name]])) },
    done,
    typedOver: done.filter((name) => !same(now[name], saved[name])),
    shut,
  }
}
