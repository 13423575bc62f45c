import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verificationRefusals as say } from '#shared/domain/recipient/recipient.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { readSettings } from '../settings/settings-store.queries.ts'
import { requestVerification } from './verification.queries.ts'

let connection: Connection
let userId: number
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
const run = async <T extends object>(text: string, values: unknown[] = []) =>
  (await connection.pool.query<T>(text, values)).rows
const id = async (text: string, values: unknown[]) =>
  (await run<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
let made = 0
const user = () => id('insert into "user" (username) values ($1)', [`resident${++made}`])
beforeEach(async () => {
  await run('delete from notice')
  await run('delete from delivery')
  await run('delete from suppression')
  await run('delete from "user"')
  userId = await user()
})

const number = '+16125550142'
const phone = (to = number, owner = userId) => id('insert into phone (owner_id, number) values ($1, $2)', [owner, to])
const email = (to = 'x@example.org', owner = userId) =>
  id('insert into email_address (owner_id, address) values ($1, $2)', [owner, to])
const ask = async (channel: 'EMAIL' | 'PHONE', recipientId: number) => {
  const settings = await readSettings(connection.db)
  const answer = await connection.db
    .transaction()
    .execute((tx) => requestVerification(tx, { channel, recipientId, settings }))
  return 'refused' in answer ? answer.refused : 'queued'
}
/** Moves all requested messages into the past, as if they had been sent this long ago. */
const later = (interval: string) =>
  run(
    `update notice set state = 'accepted', accepted_at = created_at - $1::interval, created_at = created_at - $1::interval`,
    [interval],
  )

test('queues a notice with priority 0 and without any secret', async () => {
  expect(await ask('EMAIL', await email())).toBe('queued')
  expect(
    await run(
      'select n.kind, n.template, n.target, n.data, d.lane from notice n join delivery d on d.notice_id = n.id',
    ),
  ).toEqual([{ kind: 'verify', template: 'verify-email', target: 'x@example.org', data: {}, lane: 0 }])
})

test('allows three texts a day to one number from all users together, a minute apart, and a fourth the next day', async () => {
  const mine = await phone()
  const theirs = await phone(number, await user())
  expect(await ask('PHONE', mine)).toBe('queued')
  expect(await ask('PHONE', theirs)).toBe(say.tooSoon)
  await later('2 minutes')
  expect(await ask('PHONE', theirs)).toBe('queued')
  await later('2 minutes')
  expect(await ask('PHONE', mine)).toBe('queued')
  await later('2 minutes')
  expect(await ask('PHONE', mine)).toBe(say.textsToday)
  await later('1 day')
  expect(await ask('PHONE', mine)).toBe('queued')
})

test('keeps the count when a number is removed and added again', async () => {
  const first = await phone()
  expect(await ask('PHONE', first)).toBe('queued')
  await later('1 second')
  await run('delete from phone where id = $1', [first])
  expect(await ask('PHONE', await phone())).toBe(say.tooSoon)
})

test('allows one user five numbers a day', async () => {
  for (let n = 0; n < 5; n++) expect(await ask('PHONE', await phone(`+1612555020${n}`))).toBe('queued')
  expect(await ask('PHONE', await phone('+16125550209'))).toBe(say.numbersToday)
  expect(await ask('PHONE', await phone('+16125550209', await user()))).toBe('queued')
})

test('sends one text for two concurrent requests for a number', async () => {
  const one = await phone()
  expect((await Promise.all([ask('PHONE', one), ask('PHONE', one), ask('PHONE', one)])).toSorted()).toEqual(
    [say.tooSoon, say.tooSoon, 'queued'].toSorted(),
  )
})

test('sends each owner’s first link for an address when many ask concurrently', async () => {
  const one = await email()
  const theirs = await email('X@example.org', await user())
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => ask('EMAIL', i % 2 ? one : theirs)))
  expect(answers.filter((answer) => answer === 'queued')).toHaveLength(2)
  expect(answers.filter((answer) => answer === say.emailTooSoon)).toHaveLength(8)
})

test('leaves an owner a link when strangers fill the address for the day, and keeps all links of the account’s own email', async () => {
  const theirs = await email('x@example.org', await user())
  for (let n = 0; n < 20; n++) {
    expect(await ask('EMAIL', theirs)).toBe('queued')
    await later('61 seconds')
  }
  expect(await ask('EMAIL', theirs)).toBe(say.emailTooMany)
  const mine = await email()
  expect(await ask('EMAIL', mine)).toBe('queued')
  await later('61 seconds')
  expect(await ask('EMAIL', mine)).toBe(say.emailTooMany)
  await run(`update "user" set email = 'X@example.org', email_verified_at = now() where id = $1`, [userId])
  expect(await ask('EMAIL', mine)).toBe('queued')
  expect(await ask('EMAIL', mine)).toBe(say.emailTooSoon)
})

test('allows one user twenty addresses a day', async () => {
  for (let n = 0; n < 20; n++) expect(await ask('EMAIL', await email(`resident${n}@example.org`))).toBe('queued')
  expect(await ask('EMAIL', await email('stranger@example.org'))).toBe(say.addressesToday)
  expect(await ask('EMAIL', await email('stranger@example.org', await user()))).toBe('queued')
})

test('keeps to the county’s hourly maximum', async () => {
  await run(`insert into setting (key, value) values ('service', '{"verificationTextsPerHour": 2}')`)
  try {
    expect(await ask('PHONE', await phone('+16125550301', await user()))).toBe('queued')
    expect(await ask('PHONE', await phone('+16125550302', await user()))).toBe('queued')
    expect(await ask('PHONE', await phone('+16125550303', await user()))).toBe(say.county)
    await later('61 minutes')
    expect(await ask('PHONE', await phone('+16125550304', await user()))).toBe('queued')
  } finally {
    await run(`delete from setting where key = 'service'`)
  }
})

test('asks no suppressed, verified or deleted number', async () => {
  const stopped = await phone()
  await run(`insert into suppression (channel, target, reason) values ('PHONE', $1, 'stop')`, [number])
  expect(await ask('PHONE', stopped)).toBe(say.phoneStopped)
  const verified = await phone('+16125550143')
  await run('update phone set verified_at = now() where id = $1', [verified])
  expect(await ask('PHONE', verified)).toBe(say.verified)
  await expect(ask('PHONE', 999_999)).rejects.toThrow('Recipient not found')
})

test('sends no links to an address for the owner who unsubscribed it, but still for others', async () => {
  await run(
    `insert into suppression (channel, target, owner_id, reason) values ('EMAIL', 'x@example.org', $1, 'unsubscribe')`,
    [userId],
  )
  expect(await ask('EMAIL', await email('X@example.org'))).toBe(say.emailStopped)
  expect(await ask('EMAIL', await email('x@example.org', await user()))).toBe('queued')
})
