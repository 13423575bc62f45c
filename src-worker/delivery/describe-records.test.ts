import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { noProperties } from '#shared/contract/record-property.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import type { Loop } from '../platform/deps.ts'
import { claimNotices } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { describeRecords } from './describe-records.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
let loop: Loop | undefined
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
  await stopUsingRolls()
})
afterEach(async () => {
  await loop?.stop()
  loop = undefined
})
afterAll(() => setup.close())

const stopUsingRolls = () => setup.rows(`update roll set state = 'former'`)

/** The county's roll from now on, with the address of the parcel that all records of these tests name. */
async function useRoll(address: string): Promise<void> {
  const [roll] = await setup.rows<{ id: number }>(`insert into roll (state) values ('loading') returning id`)
  await setup.rows('select prepare_roll($1)', [roll?.id])
  await setup.rows(
    `insert into parcel (roll_id, line, parcel_id, parcel_key, address, legal_description, owner_name)
     values ($1, 2, '17-03-123-045', '1703123045', $2, 'LOT 4 BLK 2', 'ASH WREN')`,
    [roll?.id, address],
  )
  await stopUsingRolls()
  await setup.rows(`update roll set state = 'current' where id = $1`, [roll?.id])
}

/** What a match sends, with whatever runs at the time. */
async function send(spec: Parameters<DeliverySetup['match']>[0] = {}): Promise<{ text: string; html: string }> {
  const { noticeId, target } = await setup.match(spec)
  const inbox = devInboxTransport(setup.db)
  loop ??= startDelivery(setup.deps(), { EMAIL: inbox, PHONE: inbox })
  loop.wake()
  await setup.until('the notice ended', async () => !(await setup.notice(noticeId)).delivery)
  expect(await setup.notice(noticeId)).toMatchObject({ state: 'accepted', attempts: ['accepted'] })
  const [message] = await setup.rows<{ text: string; html: string }>(
    'select text, html from outbox_message where recipient = $1',
    [target],
  )
  if (!message) throw new Error('No message.')
  return message
}

test('names only the parcel in a notice without a roll', async () => {
  const { text } = await send()
  expect(text).toContain('Parcel: 17-03-123-045\n')
  expect(text).not.toContain('Property:')
})

test('names the address from the roll in email and text, and never the owner', async () => {
  await useRoll('412 LARKSPUR LN')
  const email = await send()
  expect(email.text).toContain('Property: 412 Larkspur Lane\nParcel: 17-03-123-045\nLegal description: LOT 4 BLK 2\n')
  expect(email.html).toContain('>412 Larkspur Lane<br /><span')
  const phone = await send({ channel: 'PHONE' })
  expect(phone.text).toContain('"My name": BRANDVOLD THESSALY R, 412 Larkspur Lane.')
  for (const part of [email.text, email.html, phone.text]) expect(part).not.toContain('ASH')
})

test('uses the roll that is in use when the message is written', async () => {
  await useRoll('412 LARKSPUR LN')
  expect((await send()).text).toContain('412 Larkspur Lane')
  await useRoll('414 LARKSPUR LN')
  expect((await send()).text).toContain('414 Larkspur Lane')
  await stopUsingRolls()
  expect((await send()).text).toContain('Parcel: 17-03-123-045\n')
})

test("prefers the record's own address to the roll's", async () => {
  await useRoll('412 LARKSPUR LN')
  const eventId = await setup.event()
  await setup.rows(`update event set situs_addresses = '{"17-03-123-045": "12 ELM ST"}' where id = $1`, [eventId])
  const { text } = await send({ eventId })
  expect(text).toContain('Property: 12 Elm Street\n')
  expect(text).not.toContain('Larkspur')
})

test('explains the document, in the words of the county if it has any', async () => {
  expect((await send()).text).toContain("A quit claim deed gives up someone's claim to a property.")
  await setup.setting('service', { documentTypes: [{ heading: 'QCD', paragraphContent: 'Ask us about it.' }] })
  const { text } = await send()
  expect(text).toContain('Ask us about it.')
  expect(text).not.toContain('gives up')
  await setup.setting('service', { documentTypes: [] })
})

test('does not describe a restricted record', async () => {
  await useRoll('412 LARKSPUR LN')
  const eventId = await setup.event()
  await setup.rows(`update event set restricted = true, document_type = 'QCD' where id = $1`, [eventId])
  const { noticeId } = await setup.match({ eventId })
  await setup.rows(`update outgoing_event set match = restricted_match(match) where notice_id = $1`, [noticeId])
  const claimed = await claimNotices(setup, 1, 60_000)
  const calls = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
  const deps = setup.deps()
  const [described] = await describeRecords(calls, await deps.settings.current(), { deps })
  expect(described?.record).toMatchObject({ restricted: true, ...noProperties, explanation: null })
})

test('describes a record once for all of its notices, and apart where an alert watches a parcel', async () => {
  await useRoll('412 LARKSPUR LN')
  const eventId = await setup.event()
  const other = await setup.event()
  await setup.rows(`update event set parcels = '["20-11-404-002", "17-03-123-045"]' where id = $1`, [eventId])
  const [first, second, ofParcel, ofOther] = [
    await setup.match({ eventId }),
    await setup.match({ eventId }),
    await setup.match({ eventId }),
    await setup.match({ eventId: other }),
  ].map(({ noticeId }) => noticeId)
  await setup.rows(
    `update outgoing_event set match = match::jsonb || '{"field": "parcel", "recordRaw": "17-03-123-045", "alertRaw": "1703123045"}'
     where notice_id = $1`,
    [ofParcel],
  )
  const claimed = await claimNotices(setup, 4, 60_000)
  const calls = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
  const deps = setup.deps()
  const described = await describeRecords(calls, await deps.settings.current(), { deps })
  const recordOf = (id: number | undefined) => described.find((call) => call.id === id)?.record
  expect(recordOf(first)).toBe(recordOf(second))
  const parcelsOf = (id: number | undefined) => recordOf(id)?.properties.map(({ parcelId }) => parcelId)
  expect(parcelsOf(first)).toEqual(['20-11-404-002', '17-03-123-045'])
  expect(parcelsOf(ofParcel)).toEqual(['17-03-123-045', '20-11-404-002'])
  expect(recordOf(ofParcel)?.properties[0]?.address).toBe('412 Larkspur Lane')
  expect(parcelsOf(ofOther)).toEqual(['17-03-123-045'])
})

test('sends notices even if the roll cannot be read', async () => {
  await setup.match()
  const claimed = await claimNotices(setup, 1, 60_000)
  const calls = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
  const deps = setup.deps()
  const gone = connect('postgres://nobody:x@127.0.0.1:1/nowhere')
  const [described] = await describeRecords(calls, await deps.settings.current(), { deps: { ...deps, db: gone.db } })
  expect(described?.record?.properties).toEqual([makeProperty('17-03-123-045')])
  expect(described?.record?.explanation?.key).toBe('quitClaimDeed')
  await gone.end()
})
