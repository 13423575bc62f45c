import type { Connection } from '#shared/node/platform/database/client.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { sampleMatch } from '../templates/testing.ts'

/** For tests: a database to write rows to. */
export type TestRows = {
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** @throws Error if there is no row */
  row<T extends object>(text: string, values?: unknown[]): Promise<T>
  /** Another number each time, for what must be unique. */
  next(): number
}

export function openTestRows(pool: Connection['pool']): TestRows {
  let made = 0
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows
  return {
    rows,
    row: async <T extends object>(text: string, values: unknown[] = []) => {
      const [row] = await rows<T>(text, values)
      if (!row) throw new Error(`No row: ${text}`)
      return row
    },
    next: () => ++made,
  }
}

type WithId = { id: number }

export type UserValues = { status?: string; email?: string; verified?: boolean }

export async function insertUser(
  { row, next }: TestRows,
  { status = 'A', email, verified = true }: UserValues = {},
): Promise<number> {
  const n = next()
  const { id } = await row<WithId>(
    `insert into "user" (username, status, email, email_verified_at) values ($1, $2, $3, $4) returning id`,
    [`resident${n}`, status, email ?? `account${n}@example.org`, verified ? new Date() : null],
  )
  return id
}

export type RecipientValues = {
  userId: number | null
  channel?: 'EMAIL' | 'PHONE'
  target?: string | undefined
  verified?: boolean
  validated?: boolean
}

export async function insertRecipient(
  { row, next }: TestRows,
  { userId, channel = 'EMAIL', target, verified = true, validated = verified }: RecipientValues,
): Promise<{ id: number; target: string }> {
  const n = next()
  const verifiedAt = verified ? new Date() : null
  const address = target ?? (channel === 'EMAIL' ? `person${n}@example.org` : `+1612555${1000 + n}`)
  const { id } =
    channel === 'EMAIL'
      ? await row<WithId>(
          'insert into email_address (owner_id, address, verified_at) values ($1, $2, $3) returning id',
          [userId, address, verifiedAt],
        )
      : await row<WithId>(
          'insert into phone (owner_id, number, verified_at, validated_at) values ($1, $2, $3, $4) returning id',
          [userId, address, verifiedAt, validated ? new Date() : null],
        )
  return { id, target: address }
}

export async function linkEmail({ row, rows }: TestRows, emailId: number, alertId?: number): Promise<void> {
  const another = `insert into alert (user_id, name, alert_type, criteria, rule_version)
    select owner_id, 'Another', 'NAME', 'Another', 1 from email_address where id = $1 returning id`
  const alert = alertId ?? (await row<WithId>(another, [emailId])).id
  await rows('insert into alert_email (alert_id, email_id, position) values ($1, $2, 0)', [alert, emailId])
}

export async function insertEvent(
  { row, next }: TestRows,
  { documentUrl = 'https://records.example.org/d/1' }: { documentUrl?: string } = {},
): Promise<number> {
  const n = next()
  const feed = await row<WithId>(`insert into feed (name) values ('feed ' || $1::text) returning id`, [n])
  const parties = [
    { role: 'GRANTOR', name: 'BRANDVOLD THESSALY R' },
    { role: 'GRANTEE', businessName: 'GREYMOOR HOLDINGS LLC' },
  ]
  const { id } = await row<WithId>(
    `insert into event (feed_id, document_id, content_hash, document_description, recorded_at, recorded_has_time, recorded_on, document_url, parties, parcels)
     values ($1, $2, '\\x00', 'Quit Claim Deed', '2026-11-19T16:42:00Z', true, '2026-11-19', $3, $4, '["17-03-123-045"]') returning id`,
    [feed.id, `2026-${String(n).padStart(6, '0')}`, documentUrl, JSON.stringify(parties)],
  )
  return id
}

export type MatchValues = {
  channel?: 'EMAIL' | 'PHONE'
  target?: string
  userId?: number | null
  /** One notice names them all. */
  alertNames?: string[]
  verified?: boolean
  eventId?: number
}

export type MatchRows = {
  noticeId: number
  alertIds: number[]
  userId: number | null
  recipientId: number
  target: string
  eventId: number
}

export async function insertMatch(
  test: TestRows,
  { channel = 'EMAIL', alertNames = ['My name'], verified = true, target, ...given }: MatchValues = {},
): Promise<MatchRows> {
  const userId = given.userId === undefined ? await insertUser(test) : given.userId
  const eventId = given.eventId ?? (await insertEvent(test))
  const recipient = await insertRecipient(test, { userId, channel, verified, target })
  const { id: noticeId } = await test.row<WithId>(
    `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target)
     values ('match', 'match', $1, 1, $2, $3, $4, $5, $6) returning id`,
    [eventId, userId, userId ?? -recipient.id, channel, recipient.id, recipient.target],
  )
  const match = { noticeId, userId, recipientId: recipient.id, target: recipient.target, eventId }
  const alertIds: number[] = []
  for (const name of alertNames) alertIds.push(await insertMatchedAlert(test, name, { ...match, channel }))
  await test.rows('insert into delivery (notice_id, priority) values ($1, 1)', [noticeId])
  return { ...match, alertIds }
}

/** An alert that the record met, with its line of history. */
async function insertMatchedAlert(
  { row, rows }: TestRows,
  name: string,
  {
    noticeId,
    userId,
    eventId,
    recipientId,
    target,
    channel,
  }: Omit<MatchRows, 'alertIds'> & { channel: 'EMAIL' | 'PHONE' },
): Promise<number> {
  const { id } = await row<WithId>(
    `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version)
     values ($1, $2, 'NAME', 'Thessaly', 'Brandvold', 'Thessaly Brandvold', 1) returning id`,
    [userId, name],
  )
  const [links, recipientColumn] = alertLinks[channel]
  await rows(`insert into ${links} (alert_id, ${recipientColumn}, position) values ($1, $2, 1)`, [id, recipientId])
  await rows(
    `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     values ($1, $2, 1, $3, $4, 'Thessaly Brandvold', $5, $6, $7, $8, $9)`,
    [userId, eventId, id, name, channel, recipientId, target, JSON.stringify(sampleMatch), noticeId],
  )
  return id
}
