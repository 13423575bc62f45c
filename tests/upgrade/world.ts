import { Client } from 'pg'
import { today } from '#shared/domain/dates.ts'
import { createDatabase, startTestCluster } from '#tests/helpers/cluster.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { type OldProgram, openOldProgram, publicUrl, until } from './old-program.ts'
import type { Case, Person } from './people.ts'

export const password = 'QuietMeadow#42'
export const feedKey = `feed_${'m'.repeat(43)}`
const secret = 'a secret of tests, thirty-two characters'

/** The earlier program at work, with its database and the providers. */
export type World = {
  client: Client
  old: OldProgram
  sendgrid: SendgridStandIn
  twilio: TwilioStandIn
  people: Map<string, Person>
  known: { tickets: Record<string, string>; code: string }
}

export const query = async <T extends object>({ client }: World, sql: string, values: unknown[] = []) =>
  (await client.query<T>(sql, values)).rows

export async function openWorld(checkout: string, undo: (() => Promise<unknown>)[]): Promise<World> {
  const cluster = await startTestCluster()
  undo.push(cluster.stop)
  const database = await createDatabase(cluster)
  undo.push(database.drop)
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  undo.push(() => client.end())
  await client.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
  const [sendgrid, twilio] = await Promise.all([startSendgrid(), startTwilio()])
  undo.push(sendgrid.stop, twilio.stop)
  const old = openOldProgram(checkout, {
    DATABASE_URL: database.appUrl,
    MIGRATE_DATABASE_URL: database.ownerUrl,
    EMBEDDED_DATABASE: '1',
    PUBLIC_URL: publicUrl,
    PORT: new URL(publicUrl).port,
    APP_SECRET: secret,
    STATE_DIR: 'none',
    LOG_LEVEL: 'error',
    ...standInEnv(sendgrid, twilio),
  })
  old.migrate()
  return { client, old, sendgrid, twilio, people: new Map(), known: { tickets: {}, code: '' } }
}

/** Posts a record of each person. */
export async function postRecords(world: World, cases: Case[], recordedAt = today('America/Chicago')): Promise<void> {
  const events = cases.map((name) => ({
    documentIdentifier: name,
    documentType: 'QCD',
    documentDescription: 'Quit Claim Deed',
    recordedAt,
    parties: [{ role: 'grantor', name: `ODESSA ${world.people.get(name)?.surname.toUpperCase()}` }],
  }))
  const response = await fetch(`${publicUrl}/ingest/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  if (response.status !== 200) throw new Error(`Ingest: ${response.status} ${await response.text()}`)
}

type NoticeNow = {
  id: number
  state: string
  calls: number | null
  calling: boolean
  attempts: number
  user_id: number
}
export const noticeFor = async (world: World, name: string) =>
  (
    await query<NoticeNow>(
      world,
      `select n.id::int, n.user_id::int, n.state, d.attempts, d.calling_at is not null as calling,
         (select count(*)::int from notice_attempt a where a.notice_id = n.id) as attempts
       from notice n join event e on e.id = n.event_id left join delivery d on d.notice_id = n.id
       where e.document_id = $1`,
      [name],
    )
  )[0]
export const untilNotice = (world: World, name: string, holds: (notice: NoticeNow) => boolean) =>
  until(`the notice ${name}`, async () => {
    const notice = await noticeFor(world, name)
    return notice !== undefined && holds(notice)
  })

export const entryFor = (world: World, id: number): Entry => {
  const entry = [...world.sendgrid.ledger, ...world.twilio.ledger].find(({ notice }) => notice === id)
  if (!entry) throw new Error(`No message of notice ${id}.`)
  return entry
}
