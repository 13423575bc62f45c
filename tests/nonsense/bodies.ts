import { type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
/* oxlint-disable no-underscore-dangle -- tRPC keeps a procedure's definition in _def. */
import { procedures } from '#tests/helpers/procedures.ts'
import { listInputNames } from '../access/endpoints.ts'

/** Brackets, commas and colons that a body of ours may hold (src-server/http/api/json-bodies.ts), nearly. */
const parts = 9_900

/** `unit` after `unit`, as many as the bound of bytes takes, and that of parts where it has `each` of them. */
const fillTo = (unit: string | ((place: number) => string), each: number, bytes: number): string => {
  const units: string[] = []
  const made = typeof unit === 'string' ? () => unit : unit
  for (let i = 0, length = 0; i < parts / each; i++) {
    const next = made(i)
    if ((length += next.length + 1) > bytes) break
    units.push(next)
  }
  return units.join(',')
}
const fields = (names: string[], value: (share: number) => string, bytes: number) =>
  `{${names.map((name) => `"${name}":${value(bytes / names.length - name.length - 4)}`).join(',')}}`

/** The fields of a procedure's input; of a settings page, those of its group. */
function fieldNames(procedure: string): string[] {
  const group = settingsGroups[procedure.split('.').at(-2) as SettingsKey]
  if (procedure.endsWith('.save') && group) return Object.keys(group.fields)
  const names = listInputNames(procedure)
  return names.length > 0 ? names : ['any']
}

/**
 * The largest permitted bodies, by what makes them slow: many keys, many items, long texts, depth, and invalid JSON.
 */
export function nonsenseFor(procedure: string, bytes: number): [kind: string, body: string][] {
  const names = fieldNames(procedure)
  const nestedLists = (unit: string, each: number) =>
    fields(names, (share) => `[${fillTo(unit, each * names.length, share - 2)}]`, bytes)
  const fullBody = (body: string) => body + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(body)))
  return [
    ['unknown keys', fullBody(`{${fillTo((place) => `"k${place}":1`, 2, bytes - 2)}}`)],
    ['lists of objects', fullBody(nestedLists('{"value":"a"}', 3))],
    ['lists of numbers', fullBody(nestedLists('1', 1))],
    ['lists of texts', fullBody(nestedLists('"X"', 1))],
    // Beyond what may be parsed.
    ['keys without end', `{${fillTo((place) => `"k${place}":1`, 0, bytes - 2)}}`],
    ['objects without end', nestedLists('{}', 0)],
    ['long texts', fullBody(fields(names, (share) => JSON.stringify('a'.repeat(Math.max(0, share - 2))), bytes))],
    [
      'texts of brackets',
      fullBody(fields(names, (share) => JSON.stringify('['.repeat(Math.max(0, share - 2))), bytes)),
    ],
    ['depth', fullBody(`${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`)],
    ['no JSON', '['.repeat(bytes)],
  ]
}

export const changesState = (procedure: string): boolean => procedures[procedure]?._def.type === 'mutation'
