import type { Client } from 'pg'
import { makePopulation } from '#scripts/made-up/population.ts'
import { toEntry } from '#tests/standins/ledger.ts'
import { addressFor, alertIdFor, ownerIdFor } from '../../bench/support/fill.ts'
import type { FaultEvent } from '../faults/inject.ts'
import { expectOutcome } from '../world/expected.ts'
import { numberFor, type Person } from '../world/people.ts'
import { type CallFact, type RunFacts, theFeed } from './facts.ts'

const population = makePopulation({ seed: 3, targets: 50 })
const records = 3

/** Every second owner is notified by text, the others by email. */
const personAt = (ownerId: number): Person => ({
  ownerId,
  kind: 'email',
  recipients: [
    {
      channel: ownerId % 2 === 0 ? 'PHONE' : 'EMAIL',
      target: ownerId % 2 === 0 ? numberFor(ownerId) : addressFor(ownerId),
      isVerified: true,
      stop: 'none',
    },
  ],
  account: 'A',
  alerts: 'on',
  during: 'nothing',
})

const tables =
  'feed, event, restricted_content, withheld_match, event_match, notice, notice_attempt, outgoing_event, delivery, match_queue, quarantine, chaos.journal'

/**
 * For tests: stores three records, each sent to one resident once, in place of the data that was there.
 * @param client connected by `openJournal`
 * @returns what the run itself knows: all of it is as expected
 */
export async function storeCorrectRun(client: Client): Promise<RunFacts> {
  await client.query(`truncate ${tables} cascade`)
  const feed = await client.query<{ id: number }>(`insert into feed (name) values ('Recorder') returning id`)
  const outcome: RunFacts = {
    expected: expectOutcome({ recordAt: population.recordAt, personAt, people: [] }, records),
    acknowledged: new Set(),
    ledger: [],
    notTaken: [],
    delivered: new Set(),
    contractBreaches: [],
    faults: [],
    stalls: [],
    workers: 1,
    failedCalls: [],
    ownEnds: [],
    unhandled: [],
  }
  for (let index = 0; index < records; index++) {
    const sent = await storeRecord(client, { index, feedId: feed.rows[0]?.id })
    outcome.acknowledged.add(sent.document)
    const message = { id: `m${sent.notice}`, to: sent.to, notice: sent.notice, attempt: 1, message: {} }
    const provider = sent.channel === 'PHONE' ? 'twilio' : 'sendgrid'
    outcome.ledger.push(toEntry(provider, message, { at: sent.notice }))
  }
  return outcome
}

/** A record with its match, its notice, which a provider accepted, and its line of history. */
async function storeRecord(client: Client, { index, feedId }: { index: number; feedId: number | undefined }) {
  const { event, hits } = population.recordAt(index)
  const alert = hits[0] ?? 0
  const owner = ownerIdFor(alert)
  const [id, [recipient]] = [index + 1, personAt(owner).recipients]
  const { channel, target: to } = recipient ?? { channel: 'EMAIL', target: '' }
  await client.query(
    `insert into event (id, feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
     overriding system value values ($1, $2, $3, '', now(), false, current_date, '[]', '[]')`,
    [id, feedId, event.documentIdentifier],
  )
  await client.query(`insert into event_match (event_id, alert_id, revision, match) values ($1, $2, 1, '{}')`, [
    id,
    alertIdFor(alert),
  ])
  await client.query(
    `insert into notice (id, kind, template, event_id, revision, owner_key, channel, target)
     overriding system value values ($1, 'match', 'match', $1, 1, $2, $3, $4)`,
    [id, owner, channel, to],
  )
  await client.query(`update notice set state = 'accepted' where id = $1`, [id])
  await client.query(
    `insert into outgoing_event (event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     values ($1, 1, $2, '', '', $3, $4, $5, '{}', $1)`,
    [id, alertIdFor(alert), channel, owner, to],
  )
  return { document: event.documentIdentifier, notice: id, channel, to }
}

export const makeFault = (more: Partial<FaultEvent> = {}): FaultEvent => ({
  name: 'worker-killed',
  place: 0,
  at: new Date(0),
  until: new Date(1_000),
  inDoubt: 0,
  ...more,
})

/** A call of the feed, refused as during an outage. */
export const makeCall = (more: Partial<CallFact> = {}): CallFact => ({
  caller: theFeed,
  address: 'http://127.0.0.1',
  at: new Date(),
  status: 503,
  retryAfter: '1',
  ...more,
})
