import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Entry } from '#tests/standins/ledger.ts'
import { makeFault, storeCorrectRun } from './correct-run.ts'
import type { RunFacts } from './facts.ts'
import { findBreaches } from './oracle.ts'
import { openJournal } from './testing.ts'

let client: Client
let close: () => Promise<void>
let outcome: RunFacts
beforeAll(async () => {
  ;({ client, close } = await openJournal())
})
beforeEach(async () => {
  outcome = await storeCorrectRun(client)
})
afterAll(() => close())

const findNames = async () => (await findBreaches(client, outcome)).map(({ what }) => what)

test.each(['in_doubt', 'perhaps_taken'])(
  'accepts a duplicate that is marked, says so and follows a call that was %s',
  async (attempt) => {
    outcome.faults.push(makeFault({ inDoubt: 1 }))
    await repeatEmail(attempt)
    expect(await findNames()).toEqual([])
  },
)

/** Email 'again' follows the first one, marked and said, although nothing failed. */
async function repeatEmail(attempt = 'in_doubt'): Promise<Entry> {
  const email = outcome.ledger.find(({ to }) => to.includes('@'))!
  outcome.ledger.push({ ...email, id: 'again', at: email.at + 1, message: { text: 'You may get this message twice.' } })
  await client.query('update notice set possible_duplicate = true where id = $1', [email.notice])
  await client.query(
    `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) values ($1, 1, now(), now(), $2)`,
    [email.notice, attempt],
  )
  return email
}

/** The call about a message began so long before the provider took it. */
async function noteCall({ at, notice, attempt }: Entry, beforeMs: number): Promise<void> {
  await client.query(
    `insert into chaos.journal (what, notice_id, attempt, statement_at) values ('called', $1, $2, $3)`,
    [notice, attempt, new Date(at - beforeMs)],
  )
}

test.each([
  [900, ['notices sent twice, and no fault explains it']],
  [1_100, []],
])('a message taken %i ms after its call', async (afterMs, expected) => {
  await noteCall(await repeatEmail(), afterMs)
  expect(await findNames()).toEqual(expected)
})

test.each([
  [200, 0, ['notices sent twice, and no fault explains it']],
  [300, 0, []],
  [200, 1_540, ['notices sent twice, and no fault explains it']],
  // A mail begins within 1.5 s or not at all, so its connection was held up, too.
  [200, 1_560, []],
])(
  'a mail without its attempt, taken after %i ms more than the mail server usually needs, begun %i ms after its call',
  async (heldUpMs, begunAfterMs, expected) => {
    const email = await repeatEmail()
    for (const entry of outcome.ledger.filter(({ notice }) => notice === email.notice))
      Object.assign(entry, { provider: 'smtp', attempt: null, heldUpMs: 0 })
    await noteCall({ ...email, attempt: 1 }, begunAfterMs)
    Object.assign(email, { heldUpMs, begunAt: email.at })
    expect(await findNames()).toEqual(expected)
  },
)

test('a message that failed is a breach, however often its provider left it without an answer', async () => {
  const email = outcome.ledger.find(({ to }) => to.includes('@'))!
  outcome.stalls.push({ at: new Date(0), until: new Date(1_000) })
  await client.query(`update notice set state = 'failed' where id = $1`, [email.notice])
  await client.query(
    `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome)
     select $1, n, to_timestamp(0), to_timestamp(2), 'in_doubt' from generate_series(1, 3) n`,
    [email.notice],
  )
  expect(await findNames()).toEqual(['notices that ended without being sent'])
})

test.each([
  [900, ['texts sent twice, though the provider could be asked']],
  [1_100, []],
])('a text sent twice, the first one taken %i ms after its call', async (afterMs, expected) => {
  const text = outcome.ledger.find(({ to }) => to.startsWith('+'))!
  outcome.ledger.push({ ...text, id: 'again', attempt: 2 })
  await noteCall(text, afterMs)
  expect((await findNames()).filter((what) => what.startsWith('texts'))).toEqual(expected)
})

test.each([
  [4, []],
  [5, ['notices that ended without being sent']],
])('a message that failed, refused alike by its provider as %i recipients were', async (recipients, expected) => {
  const [email] = outcome.ledger.splice(
    outcome.ledger.findIndex(({ to }) => to.includes('@')),
    1,
  )
  await client.query(`update notice set state = 'failed' where id = $1`, [email!.notice])
  outcome.faults.push(makeFault({ name: 'providers-refuse-alike' }))
  for (let n = 0; n < recipients; n++) {
    const others = n === 0 ? {} : { notice: 4711 + n, to: `other-${n}@example.org` }
    outcome.notTaken.push({ ...email!, ...others, at: 500, status: 400, end: 'failed' })
  }
  expect(await findNames()).toEqual(expected)
})

test.each([
  [['undelivered', 'undelivered'], false],
  [['undelivered', 'delivered'], false],
  [['delivered', 'delivered'], true],
])('two texts, %j: sent twice: %s', async (statuses, isTwice) => {
  const text = outcome.ledger.find(({ to }) => to.startsWith('+'))!
  outcome.ledger.push({ ...text, id: 'again', attempt: 2, at: text.at + 1 })
  const both = outcome.ledger.filter(({ notice }) => notice === text.notice)
  for (const [n, status] of statuses.entries()) both[n]!.progress = { status, errorCode: null }
  const names = await findNames()
  expect(names.includes('texts sent twice, though the provider could be asked')).toBe(isTwice)
  if (!isTwice) expect(names).toEqual([])
})
