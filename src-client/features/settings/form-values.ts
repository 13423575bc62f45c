import { z } from 'zod'
import { type Field, hasContent, type Paragraph } from '#shared/settings/field.ts'
import { type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'

/** Values of a group, by field: as the wire has them, or as the form has them (numbers and choices as texts). */
export type Values = Record<string, unknown>

export const fieldsOf = (group: SettingsKey): Record<string, Field> => settingsGroups[group].fields

const toControl: Partial<Record<Field['kind'], (value: unknown) => unknown>> = { number: String, choice: String }
const toWire: Partial<Record<Field['kind'], (value: unknown) => unknown>> = {
  // What is no number becomes NaN, which the schema refuses in its own words.
  number: (text) => (String(text).trim() === '' ? '' : Number(text)),
  choice: (text) => text === 'true',
}

const isOn = (value: unknown) => value === true || value === 'true'

/** True where the flag that the field depends on is off: it counts for nothing then. */
export const isShut = (field: Field, values: Values): boolean =>
  field.enabledBy !== undefined && !isOn(values[field.enabledBy])

/** What the server told, as the form's controls hold it; what is only shown is left out. */
export function formValues(group: SettingsKey, wire: Values): Values {
  return Object.fromEntries(
    Object.entries(fieldsOf(group)).map(([name, { kind }]) => [name, toControl[kind]?.(wire[name]) ?? wire[name]]),
  )
}

/** What the form holds, as the server wants it. A field that is shut stays as it was: `before`, of the wire. */
export function wireValues(group: SettingsKey, values: Values, before: Values): Values {
  return Object.fromEntries(
    Object.entries(fieldsOf(group)).map(([name, field]) => [
      name,
      isShut(field, values) ? before[name] : (toWire[field.kind]?.(values[name]) ?? values[name]),
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

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** How many rows say something. */
export const filledRows = (rows: unknown): number =>
  Array.isArray(rows) ? (rows as Paragraph[]).filter(hasContent).length : 0

/** How many changes two values of a field are apart: of rows each counts. */
function distance(one: unknown, other: unknown): number {
  if (same(one, other)) return 0
  if (!Array.isArray(one) || !Array.isArray(other) || typeof (one[0] ?? other[0]) !== 'object') return 1
  const longest = one.length > other.length ? one : other
  return longest.filter((_row, index) => !same(one[index], other[index])).length
}

/** The fields in which two values of a group differ. */
export const differing = (group: SettingsKey, one: Values, other: Values): string[] =>
  Object.keys(fieldsOf(group)).filter((name) => !same(one[name], other[name]))

/** How many changes the form holds. */
export const changeCount = (group: SettingsKey, now: Values, before: Values): number =>
  Object.keys(fieldsOf(group)).reduce((sum, name) => sum + distance(now[name], before[name]), 0)

/** Theirs with my own changes laid over it: what they changed elsewhere on the page stays. */
export function mineOverTheirs(group: SettingsKey, mine: Values, before: Values, theirs: Values): Values {
  const own = differing(group, mine, before)
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
}

const emptyRow: Paragraph = { heading: '', paragraphContent: '' }

/** A value of a change as the form's control holds it; of rows that are always as many, the empty ones too. */
function controlValue({ kind, fixedRows = 0 }: Field, wire: unknown): unknown {
  if (kind === 'rows' && Array.isArray(wire))
    return [...(wire as Paragraph[]), ...Array.from({ length: Math.max(0, fixedRows - wire.length) }, () => emptyRow)]
  return toControl[kind]?.(wire) ?? wire
}

/** What putting back a change does to the form. */
export type PutBack = {
  values: Values
  /** Fields that are as they were before the change now, and were not. */
  done: string[]
  /** Of those, what was typed there and not saved. */
  typedOver: string[]
  /** Fields that count for nothing while another is off: they are left as they are. */
  shut: string[]
}

/**
 * The form with the fields of a change as they were before it; what else is typed stays.
 * @param now what the form holds
 * @param saved what it would hold with nothing typed
 */
export function putBack(
  group: SettingsKey,
  change: readonly { name: string; old?: unknown }[],
  { now, saved }: { now: Values; saved: Values },
): PutBack {
  const fields = fieldsOf(group)
  const before = Object.fromEntries(
    change.flatMap(({ name, old }) => {
      const field = fields[name]
      return field && old !== undefined && old !== null ? [[name, controlValue(field, old)]] : []
    }),
  )
  const then = { ...now, ...before }
  const other = Object.keys(before).filter((name) => !same(now[name], before[name]))
  const shut = other.filter((name) => isShut(fields[name] as Field, then))
  const done = other.filter((name) => !shut.includes(name))
  return {
    values: { ...now, ...Object.fromEntries(done.map((name) => [name, before[name]])) },
    done,
    typedOver: done.filter((name) => !same(now[name], saved[name])),
    shut,
  }
}
