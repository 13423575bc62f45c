import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stoppedDuringCall } from '#worker/delivery/claim.queries.ts'
import { note } from '../faults/findings.ts'
import { sealedWord } from '../world/changes.ts'
import { toNotice } from '../world/expected.ts'
import { makeCall, makeFault, storeCorrectRun } from './correct-run.ts'
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

/** A call about the second record, which a revision has restricted before. */
async function callAboutRestricted(): Promise<void> {
  await client.query(`update event set restricted = true where id = 2`)
  await client.query(`insert into delivery (notice_id, priority, fence) values (2, 1, 1)`)
  await client.query('update delivery set calling_at = now() where notice_id = 2')
  await client.query('delete from delivery')
}

test('reports no breach for correct data', async () => {
  expect(await findNames()).toEqual([])
})

test.each<[string, string | ((outcome: RunFacts) => unknown)]>([
  ['records acknowledged and not stored', ({ acknowledged }) => acknowledged.add('D99')],
  ['records left in the queue', 'insert into match_queue (event_id) values (2)'],
  [
    'records in quarantine',
    `insert into quarantine (stage, event_id, body, problems) values ('matching', 2, '{}', '[]')`,
  ],
  ['matches missed', 'delete from event_match where event_id = 2'],
  [
    'matches that should not be',
    `insert into event_match (event_id, alert_id, revision, match) values (2, 4711, 1, '{}')`,
  ],
  ['notices missed', 'delete from notice where id = 2'],
  ['notices that should not be', `update notice set target = 'somebody@else.example' where id = 2`],
  [
    'notices decided twice',
    `insert into notice (id, kind, template, event_id, revision, owner_key, channel, target, state)
     overriding system value select 99, kind, template, event_id, 2, owner_key, channel, target, state from notice where id = 2`,
  ],
  ['lines of history missed', 'delete from outgoing_event where notice_id = 2'],
  [
    'lines of history twice',
    `insert into outgoing_event (event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match)
     select event_id, revision, alert_id, '', '', channel, recipient_id + 1, target, '{}' from outgoing_event where notice_id = 2`,
  ],
  [
    'lines of history that should not be, or give another reason',
    `update outgoing_event set skip_reason = 'The alert was paused.' where notice_id = 2`,
  ],
  ['notices without a line of history', 'delete from outgoing_event where notice_id = 2'],
  ['notices that did not end', `update notice set state = 'in_doubt' where id = 2`],
  ['notices that ended without being sent', `update notice set state = 'failed' where id = 2`],
  [
    'refusals of the county that were read as refusals of a message',
    async ({ notTaken, ledger }) => {
      notTaken.push({ ...ledger[1]!, attempt: 99, end: 'failed', status: 401 })
      await client.query(
        `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) values ($1, 99, now(), now(), 'refused')`,
        [ledger[1]!.notice],
      )
    },
  ],
  ['work left behind', 'insert into delivery (notice_id, priority) values (2, 1)'],
  ['notices that the provider never had', ({ ledger }) => ledger.pop()],
  ['notices sent twice and not marked so', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' })],
  [
    'notices sent twice of which more than one message does not say so',
    ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' }),
  ],
  ['notices sent twice, and no attempt explains it', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' })],
  [
    'calls of a stopped worker that count as never taken',
    `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, detail)
     values (2, 99, now(), now(), 'retry', '${stoppedDuringCall}')`,
  ],
  ['notices sent twice, and no fault explains it', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' })],
  [
    'texts sent twice, though the provider could be asked',
    ({ ledger }) => {
      const text = ledger.find(({ to }) => to.startsWith('+'))!
      ledger.push({ ...text, id: 'again' })
    },
  ],
  ['reports of delivery that were acknowledged and not applied', ({ delivered }) => delivered.add('2')],
  ['notices sent to somebody else', ({ ledger }) => (ledger[0]!.to = 'somebody@else.example')],
  ['messages of no notice', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'other', notice: 4711 })],
  [
    'messages to unverified, suppressed, paused or inactive people',
    ({ expected, ledger }) => expected.forbidden.add(ledger[0]!.to),
  ],
  ['breaches of the provider’s contract', ({ contractBreaches }) => contractBreaches.push('subject is missing')],
  [
    'faults that left more than 100 calls of a worker in doubt',
    ({ faults }) => faults.push(makeFault({ inDoubt: 101 })),
  ],
  [
    'notices whose state moved backward',
    `update notice set state = 'delivered' where id = 2; update notice set state = 'accepted' where id = 2`,
  ],
  [
    'outcomes that ended the claim of another worker',
    `insert into delivery (notice_id, priority, fence) values (2, 1, 2);
     begin; delete from delivery where notice_id = 2;
     insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) values (2, 1, now(), now(), 'accepted');
     commit`,
  ],
  [
    'calls begun after another worker took them over, more than 5 a pause',
    async ({ ledger }) => {
      await client.query(`insert into delivery (notice_id, priority, fence) values (2, 1, 1)`)
      await client.query('update delivery set fence = 2 where notice_id = 2')
      await client.query('delete from delivery')
      ledger.find(({ notice }) => notice === 2)!.at = Date.now() + 5_000
    },
  ],
  [
    'messages that show the content of a restricted record',
    async ({ ledger }) => {
      await callAboutRestricted()
      ledger.find(({ notice }) => notice === 2)!.message = { text: `${sealedWord} Lot 4` }
    },
  ],
  [
    'calls about a restricted record to those whom only staff may tell',
    async ({ expected }) => {
      await callAboutRestricted()
      const { rows } = await client.query<{ document: string; target: string; owner: number }>(
        `select document_id as document, target, owner_key::int as owner from notice n join event e on e.id = n.event_id
         where n.id = 2`,
      )
      expected.untilRestricted.add(toNotice(rows[0]!.document, rows[0]!.target, rows[0]!.owner))
    },
  ],
  [
    'what the health of a server did not say',
    () => note(client, 'untold by health', 'match_oldest_seconds is 0, not 3'),
  ],
  ['calls that failed outside of an outage', ({ failedCalls }) => failedCalls.push(makeCall())],
  [
    'calls of the feed answered with 5xx other than 503 with Retry-After',
    ({ failedCalls, faults }) => {
      faults.push(makeFault({ name: 'postgres-killed', at: new Date(), until: new Date() }))
      failedCalls.push(makeCall({ retryAfter: null }))
    },
  ],
  ['processes that ended by themselves', ({ ownEnds }) => ownEnds.push('worker (1)')],
  ['rejected promises that nobody handled', ({ unhandled }) => unhandled.push('UnhandledPromiseRejection')],
])('%s', async (what, wrong) => {
  if (typeof wrong === 'string') await client.query(wrong)
  else await wrong(outcome)
  expect(await findNames()).toContain(what)
})

test('a server that is down may refuse calls, with 503 and Retry-After or without an answer', async () => {
  outcome.faults.push(makeFault({ name: 'server-killed', at: new Date(), until: new Date() }))
  outcome.failedCalls.push(makeCall(), makeCall({ status: 0, retryAfter: null }))
  expect(await findNames()).toEqual([])
})
