import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Entry } from '#tests/standins/ledger.ts'
import { stoppedDuringCall } from '#worker/delivery/claim.queries.ts'
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

/** Email 'again' follows the first one, marked and said, though nothing failed. */
async function repeatEmail(attempt = 'in_doubt'): Promise<Entry> {
  const email = outcome.ledger.find(({ to }) => to.includes('@'))!
  outcome.ledger.push({ ...email, id: 'again', at: email.at + 1, message: { text: 'You may get this message twice.' } })
  await client.query('update notice set possibly_twice = true where id = $1', [email.notice])
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
  [200, ['notices sent twice, and no fault explains it']],
  [300, []],
])(
  'a mail without its attempt, taken after %i ms more than the mail server usually needs',
  async (heldUpMs, expected) => {
    const email = await repeatEmail()
    for (const entry of outcome.ledger.filter(({ notice }) => notice === email.notice))
      Object.assign(entry, { provider: 'smtp', attempt: null, heldUpMs: 0 })
    email.heldUpMs = heldUpMs
    expect(await findNames()).toEqual(expected)
  },
)

const stall = { at: new Date(0), until: new Date(1_000) }
const noAnswer = 'The mail server did not finish.'

test.each<[string, string[], (email: Entry) => unknown, string[]]>([
  ['while the machine stood still', [noAnswer, noAnswer], () => outcome.stalls.push(stall), []],
  ['that the machine held up', [noAnswer, noAnswer], (email) => (email.heldUpMs = 300), []],
  ['of a quiet machine', [noAnswer, noAnswer], () => {}, ['notices that ended without being sent']],
  [
    'of which one was broken off by a kill',
    [noAnswer, stoppedDuringCall],
    () => outcome.stalls.push(stall),
    ['notices that ended without being sent'],
  ],
  [
    'that a fault of the plan held up',
    [noAnswer, noAnswer],
    () => {
      outcome.stalls.push(stall)
      outcome.faults.push(makeFault({ name: 'worker-paused' }))
    },
    ['notices that ended without being sent'],
  ],
])('a message given up after two calls %s', async (_which, details, happen, expected) => {
  const email = outcome.ledger.find(({ to }) => to.includes('@'))!
  happen(email)
  await client.query(`update notice set state = 'failed' where id = $1`, [email.notice])
  for (const [place, detail] of details.entries())
    await client.query(
      `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, detail)
       values ($1, $2, to_timestamp(0), to_timestamp(2), 'in_doubt', $3)`,
      [email.notice, place + 1, detail],
    )
  expect(await findNames()).toEqual(expected)
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
