import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toMatch } from '../world/expected.ts'
import { storeCorrectRun } from './correct-run.ts'
import { readFacts, type RunFacts } from './facts.ts'
import { openJournal } from './testing.ts'
import { weeklyChecks } from './weekly-checks.ts'

// cspell:ignore pkey

let client: Client
let close: () => Promise<void>
let outcome: RunFacts
beforeAll(async () => {
  ;({ client, close } = await openJournal())
})
afterAll(() => close())
/** A possible match of the first record, listed in one email. */
beforeEach(async () => {
  outcome = await storeCorrectRun(client)
  await client.query(
    'truncate alert, email_address, "user", possible_match, weekly_email, weekly_unsubscribe, suppression cascade',
  )
  await client.query(`insert into "user" (id, username) overriding system value values (900, 'resident')`)
  await client.query(`insert into email_address (id, owner_id, address, verified_at)
    overriding system value values (900, 900, 'Home@example.org', now())`)
  await client.query(`insert into alert (id, user_id, name, alert_type, criteria, rule_version)
    overriding system value values (900, 900, 'Mine', 'NAME', 'Wren Ash', 1)`)
  await client.query('insert into alert_email (alert_id, email_id, position) values (900, 900, 0)')
  await client.query(`insert into possible_match (event_id, alert_id, revision, user_id, criteria, match, week)
    values (1, 900, 1, 900, 'Wren Ash', '{"grade": "POSSIBLE"}', '2026-11-30')`)
  await storeEmail(900)
  outcome.expected.possible.add(toMatch('D0', 900))
})

async function storeEmail(id: number, week = '2026-11-30') {
  await client.query(
    `insert into notice (id, kind, template, user_id, owner_key, channel, recipient_id, target, state)
     overriding system value values ($1, 'weekly', 'weekly', 900, 900, 'EMAIL', 900, 'Home@example.org', 'accepted')`,
    [id],
  )
  await client.query('alter table weekly_email drop constraint if exists weekly_email_pkey')
  await client.query(
    `insert into weekly_email (owner_key, target, week, notice_id) values (900, 'home@example.org', $2, $1)`,
    [id, week],
  )
}

async function findNames(): Promise<string[]> {
  const facts = await readFacts(client, outcome)
  const found: string[] = []
  for (const { what, find } of weeklyChecks) if ([...(await find(facts))].length > 0) found.push(what)
  return found
}

test('reports no breach for correct data, with an email in each of two weeks', async () => {
  await storeEmail(901, '2026-12-07')
  expect(await findNames()).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['possible matches missed', () => client.query('delete from possible_match')],
  [
    'possible matches that notified',
    () => client.query(`update outgoing_event set match = '{"grade": "POSSIBLE"}' where event_id = 2`),
  ],
  ['weekly emails twice in a week', () => storeEmail(901)],
  ['possible matches in no weekly email', () => client.query(`update possible_match set week = '2026-12-07'`)],
  ['possible matches in no weekly email', () => client.query('update possible_match set week = null')],
  [
    'weekly emails canceled although they had something to list',
    () => client.query(`update notice set state = 'canceled' where id = 900`),
  ],
])('reports %s', async (what, harm) => {
  await harm()
  expect(await findNames()).toEqual([what])
})

test.each<[string, string]>([
  [
    'unsubscribed',
    `insert into suppression (channel, target, owner_id, reason) values ('EMAIL', 'home@example.org', 900, 'unsubscribe')`,
  ],
  ['had the alert switched off', `update alert set status = 'I'`],
  ['was notified otherwise', `update outgoing_event set user_id = 900 where event_id = 1`],
])('expects no email to an owner who %s', async (_what, change) => {
  await client.query('delete from weekly_email')
  await client.query(`delete from notice where kind = 'weekly'`)
  await client.query(change)
  expect(await findNames()).toEqual([])
})
