import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertInput, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { savingDeps } from '#tests/fixtures/saving-deps.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { readAlertPage } from './list-alerts.ts'
import { saveAlert } from './save-alert.ts'

let connection: Connection
let owner: { id: number; username: string }
beforeAll(async () => {
  connection = await connectTestDatabase()
  const { db } = connection
  owner = await db
    .insertInto('user')
    .values({ username: 'thessaly.b' })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
})
afterAll(() => connection.end())

const person = { name: 'My name', alertType: 'NAME', firstName: 'Thessaly', lastName: 'Brandvold' }
const deps = () => savingDeps(connection.db, [])
const save = (change: object) => {
  const alertEmailAddresses = [{ value: 'thessaly@example.org', acknowledged: true }]
  const input = alertInput.parse({ ...person, alertEmailAddresses, ...change })
  return saveAlert(deps(), { ...owner, address: '' }, input)
}
const read = async (id: number) =>
  (await readAlertPage(deps(), { userId: owner.id })).alerts.find((alert) => alert.id === id)

type Kept = { variants?: Partial<MatchOptions>; formerLastName?: string; pausedUntil?: string }

describe('fields that a write leaves out', () => {
  test.each<[what: string, change: object, kept: Kept]>([
    ['leaves out', {}, {}],
    ['leaves out of the match options', { variants: { nicknames: false } }, { variants: { nicknames: false } }],
    [
      'clears one by one',
      { variants: { typingSlips: null }, formerLastName: null, pausedUntil: null },
      { variants: { typingSlips: false }, formerLastName: '', pausedUntil: '' },
    ],
    ['clears altogether', { variants: null, formerLastName: '' }, { variants: noMatchOptions, formerLastName: '' }],
  ])('an existing alert keeps what a write %s', async (_what, change, kept) => {
    const chosen = {
      variants: { ...noMatchOptions, nicknames: true, typingSlips: true, formerName: true },
      formerLastName: 'Dale',
      pausedUntil: '12/31/2099',
    }
    const { id } = await save(chosen)
    expect(await read(id)).toMatchObject(chosen)
    await save({ id, firstName: 'Orrin', ...change })
    const expected = { ...chosen, ...kept, variants: { ...chosen.variants, ...kept.variants } }
    expect(await read(id)).toMatchObject({ firstName: 'Orrin', ...expected })
  })

  test.each<[stated: object, before: boolean | null, after: boolean | null]>([
    [{}, true, true],
    [{ variants: null }, true, true],
    [{ variants: {} }, true, true],
    [{ variants: { possible: null } }, true, true],
    [{ variants: { possible: null } }, false, false],
    [{ variants: { possible: null } }, null, null],
    [{}, null, null],
    [{ variants: { possible: false } }, true, false],
    [{ variants: { possible: true } }, null, true],
    [{ variants: { possible: true } }, false, true],
  ])('a write of %j to an alert with possible: %s leaves it %s', async (stated, before, after) => {
    const { id } = await save({ variants: { possible: before } })
    expect((await read(id))?.variants.possible).toBe(before)
    await save({ id, ...stated })
    expect((await read(id))?.variants.possible).toBe(after)
  })

  test('a new alert of a caller that says nothing is undecided about possible matches', async () => {
    expect((await read((await save({})).id))?.variants.possible).toBeNull()
  })

  test('a new alert has every match option off that a write leaves out', async () => {
    const { id } = await save({ variants: { soundAlikes: true, typingSlips: null } })
    expect(await read(id)).toMatchObject({
      variants: { ...noMatchOptions, soundAlikes: true },
      formerLastName: '',
      pausedUntil: '',
    })
  })

  test.each(['...', 'B'.repeat(31), '\u0007', 'Brand\u202EDale', 'Dale'])(
    'refuses a former last name for what it refuses a last name for: %j',
    async (text) => {
      const refusal = async (field: 'lastName' | 'formerLastName') => {
        const parsed = alertInput.safeParse({ ...person, [field]: text })
        if (!parsed.success) return parsed.error.issues[0]?.message
        const error: unknown = await save({ [field]: text }).catch((caught: unknown) => caught)
        return error instanceof AppError ? error.fields?.[field] : undefined
      }
      expect(await refusal('formerLastName')).toEqual(await refusal('lastName'))
    },
  )
})
