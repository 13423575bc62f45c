import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { prepareEvent } from './decide-batch.ts'
import { matchBatch } from './match-batch.ts'
import { takeEvents } from './take-events.queries.ts'
import { inMatchingTransaction } from './transaction.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(() => setup.clear())

const countKeys = async () => (await setup.rows('select from event_key')).length

describe('typing slips', () => {
  const misspelled = { parties: ['BRANVOLD, THESSALY'] }
  const slips = { criteria: person('Thessaly', 'Brandvold', { typingSlips: true }) }

  test('are found by an alert that looks for them, without keys of them in the record', async () => {
    await setup.event({ id: 'A-1', ...misspelled })
    await matchBatch(setup.deps)
    const keptWithout = await countKeys()
    await setup.rows('delete from event_key')
    await setup.alert({ ownerId: await setup.user(), ...slips })
    await setup.alert({ ownerId: await setup.user(), criteria: person('Thessaly', 'Brandvold') })
    await setup.rows('insert into match_queue select id from event')

    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: 1 })
    expect(await countKeys()).toBe(keptWithout)
    const [stored] = await setup.rows<{ match: { variant: string; sentence: string } }>('select match from event_match')
    expect(stored?.match).toMatchObject({
      variant: 'typingSlips',
      sentence:
        'The first name matches. The last names are spelled almost the same. Both names are rare, so this is likely the same person.',
    })
  })

  test.each([
    ['I', false],
    ['A', true],
  ] as const)('are looked up only while an active alert looks for them: %s', async (status, expected) => {
    await setup.alert({ ownerId: await setup.user(), status, ...slips })
    await setup.event({ id: 'A-1', ...misspelled })
    const taken = await inMatchingTransaction(setup.pool, '', (query) => takeEvents(query, 1, null))
    expect(taken.map((event) => prepareEvent(event, null).slipKeys.length > 0)).toEqual([expected])
  })
})

test('finds a former last name by default, and one kept as a middle name by its match option', async () => {
  await setup.alert({ ownerId: await setup.user(), name: 'Earlier', criteria: person('Mary', 'Roe', {}, 'Dale') })
  await setup.alert({
    ownerId: await setup.user(),
    name: 'Former',
    criteria: person('Mary', 'Roe', { formerName: true }),
  })
  await setup.event({ id: 'A-1', parties: ['DALE, MARY'] })
  await setup.event({ id: 'A-2', parties: ['WREN, MARY ROE'] })
  await matchBatch(setup.deps)
  const found = (await setup.history()).map(({ document, alert }) => [document, alert])
  expect(found).toEqual([
    ['A-1', 'Earlier'],
    ['A-2', 'Former'],
  ])
})
