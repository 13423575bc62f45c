import { expect, test } from 'vitest'
import { z } from 'zod'
import { languageCodes } from '#shared/contract/languages.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { hasUnstorableText, inputProblem } from './input-problem.ts'

const schema = z.strictObject({
  name: z.string().trim().min(1, 'Required.').max(5, '5 characters max.'),
  note: z.string().min(1).optional(),
  kind: z.enum(['A', 'I']).optional(),
  language: z.union([z.enum(languageCodes), z.union([z.literal(''), z.null()])]).optional(),
  id: z.number().int().nonnegative().optional(),
  rows: z.array(z.strictObject({ value: z.string().max(3, '3 characters max.') })).optional(),
})

const read = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  if (!error) throw new Error('The input was fine.')
  const { code, fields } = inputProblem(error, input)
  return { code, fields }
}
const refused = (fields: Record<string, string>) => ({ code: 'refused', fields })
const malformed = { code: 'malformed', fields: {} }

test.each<[string, unknown, object]>([
  ['a missing field', {}, refused({ name: 'Required.' })],
  ['null', { name: null }, refused({ name: 'Required.' })],
  ['an empty text', { name: '' }, refused({ name: 'Required.' })],
  ['spaces alone', { name: '  ' }, refused({ name: 'Required.' })],
  ['an empty text where the schema states no message', { name: 'x', note: '' }, refused({ note: 'Required.' })],
  ['a text that is too long', { name: 'abcdef' }, refused({ name: '5 characters max.' })],
  ['a field in a list', { name: 'x', rows: [{ value: '1234' }] }, refused({ 'rows.0.value': '3 characters max.' })],
  ['a code that is not among ours', { name: 'x', kind: 'Z' }, refused({ kind: 'Not valid.' })],
  ['a code of a union that is not among ours', { name: 'x', language: 'ELVISH' }, refused({ language: 'Not valid.' })],
  ['a number that is not whole', { name: 'x', id: 1.5 }, refused({ id: 'Not valid.' })],
  ['a number for a text', { name: 5 }, malformed],
  ['a text for a number', { name: 'x', id: '5' }, malformed],
  ['a number for a code', { name: 'x', kind: 5 }, malformed],
  ['a number for a code of a union', { name: 'x', language: 5 }, malformed],
  ['an object for a list', { name: 'x', rows: {} }, malformed],
  ['an unknown key', { name: 'x', other: 1 }, malformed],
  ['an unknown key beside an empty field', { name: '', other: 1 }, malformed],
  ['a list for the whole', [], malformed],
  ['a text for the whole', 'x', malformed],
])('%s', (_what, input, expected) => {
  expect(read(schema, input)).toEqual(expected)
})

test.each<[string, unknown, object]>([
  ['an empty number of a setting', '', refused({ maxloginAttempts: 'Required.' })],
  ['a number of a setting out of bounds', 21, refused({ maxloginAttempts: '20 or less.' })],
  ['a text for the number of a setting', 'five', malformed],
])('%s', (_what, maxloginAttempts, expected) => {
  expect(read(settingsGroups.userAccess.schema, { ...settingsGroups.userAccess.initial, maxloginAttempts })).toEqual(
    expected,
  )
})

test('an address without http is refused at its row', () => {
  const paragraphs = [{ heading: 'Forms', paragraphContent: 'ftp://example.org' }]
  expect(read(settingsGroups.loginPageLinks.schema, { paragraphs })).toEqual(
    refused({ 'paragraphs.0.paragraphContent': 'Enter an address that begins with http:// or https://.' }),
  )
})

test.each([
  ['U+0000', 'x\0'],
  ['half of a pair', 'x\uD83D'],
])('finds %s at any depth', (_what, text) => {
  let deep: unknown = text
  for (let depth = 0; depth < 50_000; depth += 1) deep = [deep]
  expect(hasUnstorableText(deep)).toBe(true)
})

test('accepts texts that the database can store', () => {
  expect(hasUnstorableText({ a: [{ b: 'fine \u{1F600}', c: null, d: 1 }] })).toBe(false)
})

test('a refusal names at most twenty problems', () => {
  const rows = Array.from({ length: 50 }, () => ({ value: 'too long' }))
  const refusal = read(schema, { name: 'x', rows })
  expect(Object.keys(refusal.fields)).toEqual(Array.from({ length: 20 }, (_, place) => `rows.${place}.value`))
})
