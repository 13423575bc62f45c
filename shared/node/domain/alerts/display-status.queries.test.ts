import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertStatus, alertStatuses } from '#shared/contract/alert.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { currentPause, displayStatus, inactiveParts, isOn, showsStatus } from './display-status.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())

const [yesterday, today, tomorrow] = ['2026-11-19', '2026-11-20', '2026-11-21']
type Recipient = 'none' | 'unverified' | 'verified email' | 'verified later' | 'phone half verified' | 'verified phone'
const verifies: readonly Recipient[] = ['verified email', 'verified later', 'verified phone']

async function makeAlert(status: 'A' | 'I', pausedUntil: string | null, recipient: Recipient): Promise<number> {
  const { db } = connection
  const { id } = await db
    .insertInto('alert')
    .values({ name: 'a', alert_type: 'NAME', criteria: 'a', status, paused_until: pausedUntil, rule_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = new Date()
  const link = { alert_id: id, position: 0 }
  if (recipient.includes('phone')) {
    const validated = recipient === 'verified phone' ? at : null
    const phone = await db
      .insertInto('phone')
      .values({ number: `+1612555${1000 + id}`, verified_at: at, validated_at: validated })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('alert_phone')
      .values({ ...link, phone_id: phone.id })
      .execute()
  } else if (recipient !== 'none') {
    const email = await db
      .insertInto('email_address')
      .values({ address: `a${id}@example.org`, verified_at: recipient === 'verified email' ? at : null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('alert_email')
      .values({ ...link, email_id: email.id })
      .execute()
    if (recipient === 'verified later')
      await db.updateTable('email_address').set({ verified_at: at }).where('id', '=', email.id).execute()
  }
  return id
}

const cases: [status: 'A' | 'I', pausedUntil: string | null, recipient: Recipient, shown: AlertStatus][] = []
for (const recipient of [
  'none',
  'unverified',
  'phone half verified',
  'verified email',
  'verified later',
  'verified phone',
] as const) {
  const whileOn = verifies.includes(recipient) ? 'A' : 'P'
  cases.push(
    ['A', null, recipient, whileOn],
    ['A', yesterday, recipient, whileOn],
    ['A', today, recipient, whileOn],
    ['A', tomorrow, recipient, 'I'],
    ['I', null, recipient, 'I'],
    ['I', yesterday, recipient, 'I'],
    ['I', tomorrow, recipient, 'I'],
  )
}

test.each(cases)('shows a stored %s, paused until %s, %s as %s', async (status, pausedUntil, recipient, shown) => {
  const id = await makeAlert(status, pausedUntil, recipient)
  const statuses = Object.keys(alertStatuses) as AlertStatus[]
  const [row] = await connection.db
    .selectFrom('alert as a')
    .where('a.id', '=', id)
    .select([
      displayStatus('a', today).as('shown'),
      currentPause('a', today).as('pause'),
      // The forms of the rule that indexes can answer.
      sql<AlertStatus[]>`array(select status from (values ${sql.join(
        statuses.map((status) => sql`(${status}::text, ${showsStatus(status, 'a', today)})`),
      )}) as found (status, shows) where shows)`.as('conditions'),
      isOn('a', today).as('isOn'),
      sql<number>`(select count(*)::int from (values ${sql.join(
        inactiveParts('a', today).map((part) => sql`(${part})`),
      )}) as found (shows) where shows)`.as('parts'),
    ])
    .execute()
  expect(row).toEqual({
    shown,
    pause: pausedUntil === tomorrow ? tomorrow : null,
    conditions: [shown],
    isOn: shown !== 'I',
    parts: shown === 'I' ? 1 : 0,
  })
})
