import { setTimeout as wait } from 'node:timers/promises'
import { addDays, today } from '#shared/domain/dates.ts'
import type { Fault } from '#tests/standins/faults.ts'
import { type OldProgram, publicUrl, until } from './old-program.ts'
import type { Case } from './people.ts'
import { entryFor, noticeFor, postRecords, query, untilNotice, type World } from './world.ts'

/** The fault of each call, before the worker is stopped. */
const faults: [Case, Fault][] = [
  ['refused-email', { status: 400 }],
  ['refused-text', { status: 400 }],
  ['refused-again-email', { status: 400 }],
  ['retry-email', { status: 503 }],
  ['retry-text', { status: 429 }],
  ['removed-email', { status: 503 }],
  ['deleted-text', { status: 503 }],
  ['given-up-email', { status: 503 }],
  ['perhaps-email', { status: 500, taken: true }],
  ['perhaps-text', { status: 500, taken: true }],
  ['doubt-taken-email', 'reset after'],
  ['doubt-taken-text', 'reset after'],
  ['doubt-lost-email', 'reset'],
  ['doubt-lost-text', 'reset'],
]
const sent: Case[] = [
  'accepted-email',
  'accepted-text',
  'delivered-email',
  'delivered-text',
  'bounced-email',
  'undelivered-text',
  'complained-email',
  'stopped-text',
  'late-report-email',
  'repeat-email',
  'repeat-text',
  'repeat-accepted-email',
  'repeat-undelivered-text',
]
const others: Case[] = [
  'held-old-email',
  'held-flood-email',
  'released-email',
  'budget-text',
  'muted-email',
  'killed-lost-email',
  'killed-taken-email',
  'killed-taken-text',
  'queued-email',
  'queued-text',
]

/** The people whom the records are about: one for each. */
export const cases = [...sent, ...faults.map(([name]) => name), ...others]

/** Every outcome that a provider can report. */
export async function sendAll(world: World): Promise<void> {
  const { sendgrid, twilio } = world
  await postRecords(world, sent)
  for (const name of sent) await untilNotice(world, name, ({ state }) => state === 'accepted')
  const reported = async (name: Case) => entryFor(world, (await noticeFor(world, name))?.id ?? 0)
  const webhook = `${publicUrl}/webhooks/sendgrid`
  const bounce = { type: 'bounce', reason: '550 5.1.1 No such user', status: '5.1.1' }
  const events = [
    sendgrid.event(await reported('delivered-email'), 'delivered'),
    sendgrid.event(await reported('repeat-email'), 'delivered'),
    sendgrid.event(await reported('bounced-email'), 'bounce', bounce),
    sendgrid.event(await reported('complained-email'), 'spamreport'),
  ]
  const taken: number[] = [await sendgrid.post(webhook, events)]
  for (const [name, status] of [
    ['delivered-text', 'delivered'],
    ['repeat-text', 'delivered'],
    ['undelivered-text', 'undelivered'],
    ['repeat-undelivered-text', 'undelivered'],
  ] as const) {
    const { address, fields } = twilio.status(
      await reported(name),
      status,
      status === 'undelivered' ? 30003 : undefined,
    )
    taken.push(await twilio.post(address, fields))
  }
  const stop = twilio.inbound(world.people.get('stopped-text')?.target ?? '', 'STOP')
  taken.push(await twilio.post(`${publicUrl}/webhooks/twilio/inbound`, stop))
  if (taken.some((status) => status >= 300)) throw new Error(`Webhooks answered ${taken.join(', ')}.`)
  await until('reports are applied', async () => {
    const [left] = await query<{ n: number }>(
      world,
      'select count(*)::int as n from provider_callback where applied_at is null',
    )
    return left?.n === 0
  })
}

/** As after hours of retries, so that the schedule of seconds does not continue meanwhile. */
const later = (world: World, name: Case) =>
  query(
    world,
    `update delivery set next_attempt_at = now() + interval '1 hour' where notice_id = (
    select n.id from notice n join event e on e.id = n.event_id where e.document_id = $1)`,
    [name],
  )

export async function failAll(world: World): Promise<void> {
  for (const [name, fault] of faults) {
    const provider = name.endsWith('text') ? world.twilio : world.sendgrid
    provider.fail({ fault, times: 1 })
    await postRecords(world, [name])
    await untilNotice(world, name, ({ attempts, calling }) => attempts > 0 && !calling)
    await later(world, name)
    provider.heal()
  }
}

const changeService = async (world: World, value: object) => {
  await query(
    world,
    `insert into setting (key, value) values ('service', $1) on conflict (key) do update set value = $1`,
    [JSON.stringify(value)],
  )
  // The program remembers settings for a second.
  await wait(1_500)
}

export async function holdAll(world: World): Promise<void> {
  await postRecords(world, ['held-old-email'], addDays(today('America/Chicago'), -900))
  await untilNotice(world, 'held-old-email', ({ state }) => state === 'held')
  await changeService(world, { floodNoticesPerDay: 1 })
  await postRecords(world, ['released-email'])
  await untilNotice(world, 'released-email', ({ state }) => state === 'held')
  await postRecords(world, ['held-flood-email'])
  await untilNotice(world, 'held-flood-email', ({ state }) => state === 'held')
  await changeService(world, { textBudgetPerMonth: 1 })
  await postRecords(world, ['budget-text'])
  await untilNotice(world, 'budget-text', ({ state }) => state === 'accepted')
  await changeService(world, {})
  // Its reader answered before: matched, and nothing is sent.
  await query(
    world,
    `insert into record_mute (owner_key, event_id) select u.id, 999 from "user" u where u.username = 'muted-email'`,
  )
  await postRecords(world, ['muted-email'])
  await untilNotice(world, 'muted-email', ({ state }) => state === 'accepted')
}

/** Kills the worker while a provider does not answer, and while both are about to accept a message. */
export async function killDuringCalls(world: World, worker: Awaited<ReturnType<OldProgram['start']>>): Promise<void> {
  world.sendgrid.fail({ fault: 'hang', times: 1 })
  await postRecords(world, ['killed-lost-email'])
  await untilNotice(world, 'killed-lost-email', ({ calling }) => calling)
  await wait(500)
  for (const provider of [world.sendgrid, world.twilio]) provider.setLatency(2_000)
  await postRecords(world, ['killed-taken-email', 'killed-taken-text'])
  for (const name of ['killed-taken-email', 'killed-taken-text'])
    await untilNotice(world, name, ({ calling }) => calling)
  await wait(700)
  await world.old.stop(worker, 'SIGKILL')
  await wait(2_500)
  for (const provider of [world.sendgrid, world.twilio]) provider.setLatency(0)
}
