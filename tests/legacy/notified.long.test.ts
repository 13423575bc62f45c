import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMigration } from '#server/features/legacy/migrate-legacy.ts'
import { unsubscribePath } from '#shared/node/domain/notices/links.ts'
import { type Worker, startWorker } from '#worker/start.ts'
import { newBrowser } from '../helpers/server.ts'
import { type MigrationSetup, setUpMigration } from './setup.ts'

let setup: MigrationSetup
let worker: Worker
beforeAll(async () => {
  setup = await setUpMigration()
  await setup.rows(`insert into feed (name) values ('Recorder')`)
  worker = await startWorker(setup.server.deps.env, { pollMs: 20 })
})
afterAll(async () => {
  await worker.stop()
  await setup.stop()
})

type SentMessage = { recipient: string; subject: string; text: string }
let documents = 0

/** Records a document with one party, and returns the resulting messages once nothing is left to do. */
async function record(name: string): Promise<SentMessage[]> {
  const { rows, until } = setup
  documents += 1
  const id = `2026-${documents}`
  await rows(
    `with made as (
       insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
       select id, $1, '\\x00', now(), false, current_date, json_build_array(json_build_object('name', $2::text)), '[]' from feed limit 1
       returning id)
     insert into match_queue (event_id) select id from made`,
    [id, name],
  )
  await until('the record is matched and told', async () => {
    const [left] = await rows<{ n: number }>(
      `select ((select count(*) from match_queue) + (select count(*) from match_again) + (select count(*) from delivery))::int as n`,
    )
    return left?.n === 0 ? true : undefined
  })
  return rows<SentMessage>(
    `select m.recipient, m.subject, m.text from outbox_message m join notice n on n.id = m.notice_id
     join event e on e.id = n.event_id where e.document_id = $1 order by m.recipient`,
    [id],
  )
}
const told = (sent: SentMessage[]) => sent.map(({ recipient }) => recipient)

test('matches and notifies alerts without an owner like others; unsubscribing removes only that address', async () => {
  const { legacy, rows, server } = setup
  await legacy.query(
    `insert into lns1_email values (1, '17', 'wren@legacy.example', true), (2, '17', 'robin@legacy.example', false)`,
  )
  await legacy.query(`insert into lns1_alert values
    (1, '17', 'NAME', 'Ottilie', 'Farrowgate', null, null, 1, 'A'),
    (2, '17', 'NAME', 'Ottilie', 'Farrowgate', null, null, 2, 'A'),
    (3, '17', 'BUSINESS', null, null, 'Quillmere Mill', null, 1, 'A'),
    (4, '17', 'BUSINESS', null, null, 'Quillmere Mill', null, 2, 'I')`)
  await startMigration(server.deps, setup.actor, { ...legacy.fields, countyCode: '17', countyName: 'Alder County' })
  expect(await setup.ended()).toMatchObject({ state: 'done', counts: { alertsTaken: 4 } })

  const both = await record('FARROWGATE OTTILIE R')
  expect(told(both)).toEqual(['robin@legacy.example', 'wren@legacy.example'])
  expect(both[0]?.text).toContain('Alert Ottilie Farrowgate.')
  expect(told(await record('QUILLMERE MILL LLC'))).toEqual(['wren@legacy.example'])
  expect(await record('SOMEBODY ELSE')).toEqual([])

  // The button of the message, without a login.
  const [notice] = await rows<{ id: number }>(
    `select id from notice where kind = 'match' and target = 'wren@legacy.example' order by id limit 1`,
  )
  const link = unsubscribePath(server.deps.env.APP_SECRET, notice?.id ?? 0)
  const stopped = await newBrowser(server.app).inject({
    method: 'POST',
    url: link,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(stopped.statusCode).toBe(200)

  expect(told(await record('FARROWGATE OTTILIE'))).toEqual(['robin@legacy.example'])
  expect(told(await record('QUILLMERE MILL INC'))).toEqual([])
  expect(await rows(`select skip_reason <> '' as unsent, target from outgoing_event where notice_id is null`)).toEqual([
    { unsent: true, target: 'wren@legacy.example' },
    { unsent: true, target: 'wren@legacy.example' },
  ])

  // A second migration makes new rows: an owner who had unsubscribed stays unsubscribed, the other is notified.
  await startMigration(server.deps, setup.actor, { ...legacy.fields, countyCode: '17', countyName: 'Alder County' })
  expect(await setup.ended()).toMatchObject({ state: 'done', counts: { alertsTaken: 4, alertsWiped: 4 } })
  expect(told(await record('FARROWGATE OTTILIE Q'))).toEqual(['robin@legacy.example'])

  // The county's contact was told of both.
  const mails = await rows<SentMessage>(
    `select recipient, subject, text from outbox_message where recipient = 'recorder@alder.example'`,
  )
  expect(mails.map(({ subject }) => subject)).toEqual([
    'The alerts from the legacy version were imported',
    'The alerts from the legacy version were imported',
  ])
  expect(mails[0]?.text).toContain('4 alerts and 2 email addresses.')
})

test("restores notices that wait for the flood guard's release", async () => {
  const { rows, server, legacy, technical } = setup
  await rows(`insert into setting (key, value) values ('service', '{"floodNoticesPerDay": 1}')`)
  await rows(`update notice_day set notices = 1000`)
  await setup.until('the setting holds', async () => {
    worker.deps.settings.forget()
    return (await worker.deps.settings.current()).service.floodNoticesPerDay === 1 ? true : undefined
  })
  expect(await record('FARROWGATE OTTILIE Z')).toEqual([])
  const held = await rows<{ id: number; state: string }>(`select id, state, target from notice where state = 'held'`)
  expect(held).toMatchObject([{ target: 'robin@legacy.example' }])

  await startMigration(server.deps, setup.actor, { ...legacy.fields, countyCode: '17', countyName: 'Alder County' })
  const run = await setup.ended()
  expect(run.state).toBe('done')
  expect(await rows(`select state from notice where id = $1`, [held[0]?.id])).toEqual([{ state: 'canceled' }])
  await technical.mutate('controlPanel.migrationRestore', { runId: run.id })
  expect(await setup.ended()).toMatchObject({ kind: 'restore', state: 'done' })
  expect(await rows(`select state from notice where id = $1`, [held[0]?.id])).toEqual([{ state: 'held' }])
})
