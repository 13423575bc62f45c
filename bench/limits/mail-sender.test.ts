import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTransports } from '#shared/node/providers/registry.ts'
import { type DeliverySetup, openDeliverySetup, patientClock } from '#tests/fixtures/delivery.ts'
import { startDelivery } from '#worker/delivery/loop.ts'
import { benchEnv } from '../support/env.ts'
import { openMailSender } from './mail-sender.ts'

let setup: DeliverySetup
let provider: Server
let providerUrl: string
/** The bodies that the provider had, by notice. */
let bodies: Record<string, string> = {}
beforeAll(async () => {
  setup = await openDeliverySetup()
  provider = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const notice = /"notice":"(\d+)"/.exec(body)?.[1] ?? ''
      bodies[notice] = body
      response.writeHead(202, { 'x-message-id': `message-${notice}` }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  provider.close()
  await setup.close()
})

async function sendByLoop(count: number): Promise<Record<string, string>> {
  bodies = {}
  const deps = { ...setup.deps(), env: benchEnv(setup.url, providerUrl) }
  const loop = startDelivery(deps, await openTransports({ env: deps.env, db: setup.db }), patientClock)
  await setup.until('all are sent', async () => Object.keys(bodies).length === count)
  await loop.stop()
  return bodies
}

async function sendBySender(ids: number[][]): Promise<Record<string, string>> {
  bodies = {}
  const sender = openMailSender(setup.url, providerUrl, 2)
  for (const set of ids) await sender.send(set)
  await sender.end()
  return bodies
}

/** Makes the notices due again, as if no call had been made. */
async function makeDueAgain(deliveries: unknown[]): Promise<void> {
  await setup.rows(`delete from notice_attempt`)
  await setup.rows(
    `update notice set state = 'waiting', provider_message_id = null, accepted_at = null, ended_at = null`,
  )
  await setup.rows('insert into delivery select * from json_populate_recordset(null::delivery, $1)', [
    JSON.stringify(deliveries),
  ])
}

test('writes the same messages, byte for byte, as the worker, and skips what it skips', async () => {
  const plain = await setup.match()
  const several = await setup.match({
    alertNames: ['My name', '412 Larkspur Lane', 'Mother’s'],
    eventId: plain.eventId,
  })
  const toOther = await setup.match({ target: 'neighbor@example.org' })
  const paused = await setup.match({ alertNames: ['Paused', 'Active'] })
  await setup.rows(`update alert set paused_until = '2999-01-01' where id = $1`, [paused.alertIds[0]])
  const off = await setup.match()
  await setup.rows(`update alert set status = 'I' where id = $1`, [off.alertIds[0]])
  await setup.rows(`update notice set data = '{"language": "SPANISH"}' where id = $1`, [toOther.noticeId])
  const deliveries = await setup.rows('select * from delivery')

  const byLoop = await sendByLoop(4)
  await makeDueAgain(deliveries)
  const all = [plain, several, toOther, paused, off].map(({ noticeId }) => noticeId)
  expect(await sendBySender([all])).toEqual(byLoop)
  expect(Object.keys(byLoop)).not.toContain(String(off.noticeId))
  expect(await setup.rows('select notice_id from delivery')).toEqual([{ notice_id: off.noticeId }])

  await makeDueAgain(deliveries.filter((row) => (row as { notice_id: number }).notice_id !== off.noticeId))
  expect(await sendBySender(all.map((id) => [id]))).toEqual(byLoop)
})
