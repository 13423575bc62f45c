import { describe, expect, test } from 'vitest'
import { settingsGroups, settingsKeys } from '#shared/settings/groups.ts'
import { leavesNoRecipients } from './confirm-save.ts'
import {
  changeCount,
  differing,
  getFields,
  formSchema,
  formValues,
  isFieldDisabled,
  mergeMine,
  revertChange,
  wireValues,
} from './form-values.ts'

test.each(settingsKeys)('%s: returns the values of the server unchanged', (key) => {
  const wire = settingsGroups[key].initial
  expect(wireValues(key, formValues(key, { ...wire, somethingShown: 1 }), wire)).toEqual(wire)
})

test('a number is typed as text; an empty field and a wrong number have their own messages', () => {
  const { initial } = settingsGroups.loginPageSlides
  const schema = formSchema('loginPageSlides', initial)
  const told = (numberOfSlides: string) => {
    const { data, error } = schema.safeParse({ numberOfSlides })
    return data ?? error?.issues.map(({ path, message }) => [path.join('.'), message])
  }
  expect(told(' 4 ')).toEqual({ numberOfSlides: 4 })
  expect(told('')).toEqual([['numberOfSlides', 'Required.']])
  expect(told('four')).toEqual([['numberOfSlides', 'Whole numbers only.']])
  expect(told('4.5')).toEqual([['numberOfSlides', 'Whole numbers only.']])
  expect(told('7')).toEqual([['numberOfSlides', '6 or less.']])
})

describe('a field that depends on a flag', () => {
  const key = 'auditLogPurgeSchedule'
  const before = settingsGroups[key].initial
  const days = getFields(key).automaticPurgeAfterDays!

  test('is disabled while the flag is off, and keeps its value', () => {
    const off = { automaticPurge: 'false', automaticPurgeAfterDays: 'nonsense' }
    expect(isFieldDisabled(days, off)).toBe(true)
    expect(wireValues(key, off, before)).toEqual(before)
  })

  test('is checked once the flag is on', () => {
    const on = { automaticPurge: 'true', automaticPurgeAfterDays: '59' }
    expect(isFieldDisabled(days, on)).toBe(false)
    expect(formSchema(key, before).safeParse(on).error?.issues[0]?.message).toBe('60 or more.')
  })
})

test('counts changes by field, and in lists by row', () => {
  const row = (heading: string) => ({ heading, paragraphContent: '' })
  const count = (now: string[], before: string[]) =>
    changeCount('latestNews', { paragraphs: now.map(row) }, { paragraphs: before.map(row) })
  expect(count(['a', 'b'], ['a', 'b'])).toBe(0)
  expect(count(['a', 'x', 'c'], ['a', 'b'])).toBe(2)
  expect(count(['b', 'a'], ['a', 'b'])).toBe(2)
  expect(count([], ['a', 'b'])).toBe(2)
  const { initial } = settingsGroups.languages
  expect(changeCount('languages', { ...initial, languagesOn: true, offered: ['ENGLISH', 'THAI'] }, initial)).toBe(2)
})

test('mine over theirs: keeps what they changed elsewhere', () => {
  const before = settingsGroups.common.initial
  const mine = { ...before, contactName: 'Mine' }
  const theirs = { ...before, contactName: 'Theirs', contactTitle: 'Recorder' }
  expect(differing('common', theirs, before)).toEqual(['contactName', 'contactTitle'])
  expect(mergeMine('common', mine, before, theirs)).toEqual({ ...theirs, contactName: 'Mine' })
})

describe('a change that is reverted', () => {
  const key = 'alertSettings'
  const saved = formValues(key, settingsGroups[key].initial)
  const change = [
    { name: 'nameAlert', old: false },
    { name: 'emailConfirmationsExpireIn', old: 8 },
    { name: 'goneSince', old: 1 },
    { name: 'numberOfEmails', old: undefined },
  ]

  test('restores its fields, and leaves other edits', () => {
    const now = { ...saved, numberOfPhones: '3' }
    const { values, ...told } = revertChange(key, change, { now, saved })
    expect(values).toEqual({ ...now, nameAlert: false, emailConfirmationsExpireIn: '8' })
    expect(told).toEqual({ done: ['nameAlert', 'emailConfirmationsExpireIn'], typedOver: [], shut: [] })
  })

  test('names the edits that it would overwrite, but not equal ones', () => {
    const now = { ...saved, nameAlert: false, emailConfirmationsExpireIn: '12' }
    expect(revertChange(key, change, { now, saved })).toMatchObject({
      done: ['emailConfirmationsExpireIn'],
      typedOver: ['emailConfirmationsExpireIn'],
    })
  })

  test('leaves a disabled field, unless its flag is reverted with it', () => {
    const purge = 'auditLogPurgeSchedule'
    const now = formValues(purge, settingsGroups[purge].initial)
    const days = { name: 'automaticPurgeAfterDays', old: 90 }
    const at = { now, saved: now }
    expect(revertChange(purge, [days], at)).toMatchObject({ values: now, done: [], shut: [days.name] })
    expect(revertChange(purge, [days, { name: 'automaticPurge', old: true }], at)).toMatchObject({
      values: { automaticPurge: 'true', automaticPurgeAfterDays: '90' },
      shut: [],
    })
  })

  test('restores the empty rows of a grid too', () => {
    const links = 'loginPageLinks'
    const row = { heading: 'Records', paragraphContent: 'https://records.example' }
    const now = formValues(links, { paragraphs: [] })
    const { values } = revertChange(links, [{ name: 'paragraphs', old: [row] }], { now, saved: now })
    expect(values.paragraphs).toHaveLength(12)
    expect((values.paragraphs as object[])[0]).toEqual(row)
  })
})

test.each([
  ['alertSettings', 0, 0, true, true],
  ['alertSettings', '0', '0', true, true],
  ['alertSettings', 0, 2, false, true],
  ['alertSettings', 0, 2, true, false],
  ['alertSettings', 1, 0, true, false],
  ['common', 0, 0, true, false],
] as const)(
  '%s with %s emails and %s phones asks: texts %s, %s',
  (group, numberOfEmails, numberOfPhones, texts, asks) => {
    expect(leavesNoRecipients(group, { numberOfEmails, numberOfPhones }, texts)).toBe(asks)
  },
)
