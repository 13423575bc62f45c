import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'
import type { Env } from '#shared/node/platform/env.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { settingsStore, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { type Settings, type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { defaultOptions, type WorkerDeps, type WorkerOptions } from '../platform/deps.ts'
import { sampleMatch } from '../templates/testing.ts'

type MatchSpec = {
  channel?: 'EMAIL' | 'PHONE'
  target?: string
  userId?: number | null
  /** One notice names them all. */
  alertNames?: string[]
  verified?: boolean
  eventId?: number
}

type NoticeNow = {
  id: number
  state: NoticeState
  reason: string
  possibly_twice: boolean
  instead_of_text: boolean
  channel: string
  target: string
  provider_message_id: string | null
  delivery: boolean
  attempts: string[]
}

export type DeliverySetup = Connection & {
  deps(options?: Partial<WorkerOptions>, env?: Record<string, string>): WorkerDeps
  url: string
  ownerUrl: string
  /** `verified` unless false: the email is the account's by a link that went to it. */
  user(values?: { status?: string; email?: string; verified?: boolean }): Promise<number>
  recipient(values: {
    userId: number | null
    channel?: 'EMAIL' | 'PHONE'
    target?: string
    verified?: boolean
    validated?: boolean
  }): Promise<{ id: number; target: string }>
  /** Makes an email one that an active alert of its owner goes to: this one, or another. */
  inUse(emailId: number, alertId?: number): Promise<void>
  event(values?: { documentUrl?: string }): Promise<number>
  /** A record that met an alert of a verified recipient, decided and due. */
  match(spec?: MatchSpec): Promise<{
    noticeId: number
    alertIds: number[]
    userId: number | null
    recipientId: number
    target: string
    eventId: number
  }>
  setting<K extends SettingsKey>(key: K, change: Partial<Settings[K]>): Promise<void>
  notice(id: number): Promise<NoticeNow>
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** Waits until a condition holds; fails after five seconds. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

/** For tests: a database with the parts of a delivery, and short ways to fill it. */
export async function openDeliverySetup(): Promise<DeliverySetup> {
  const database = await createTestDatabase()
  const connection = connect(database.appUrl)
  const { db, pool } = connection
  let made = 0
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows
  const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
    const [row] = await rows<T>(text, values)
    if (!row) throw new Error(`No row: ${text}`)
    return row
  }

  const setup: DeliverySetup = {
    ...connection,
    url: database.appUrl,
    ownerUrl: database.ownerUrl,
    rows,
    deps: (options = {}, env = {}) => ({
      db,
      pool,
      env: testEnv(database.appUrl, env) satisfies Env,
      log: createLog('test', 'silent'),
      settings: settingsStore(db, 0),
      enqueue: async () => {},
      options: { ...defaultOptions, pollMs: 25, ...options },
    }),
    user: async ({ status = 'A', email, verified = true } = {}) => {
      const n = ++made
      const { id } = await one<{ id: number }>(
        `insert into "user" (username, status, email, email_verified_at) values ($1, $2, $3, $4) returning id`,
        [`resident${n}`, status, email ?? `account${n}@example.org`, verified ? new Date() : null],
      )
      return id
    },
    recipient: async ({ userId, channel = 'EMAIL', target, verified = true, validated = verified }) => {
      const n = ++made
      const at = verified ? new Date() : null
      const address = target ?? (channel === 'EMAIL' ? `person${n}@example.org` : `+1612555${1000 + n}`)
      const { id } =
        channel === 'EMAIL'
          ? await one<{ id: number }>(
              'insert into email_address (owner_id, address, verified_at) values ($1, $2, $3) returning id',
              [userId, address, at],
            )
          : await one<{ id: number }>(
              'insert into phone (owner_id, number, verified_at, validated_at) values ($1, $2, $3, $4) returning id',
              [userId, address, at, validated ? new Date() : null],
            )
      return { id, target: address }
    },
    inUse: async (emailId, alertId) => {
      const another = `insert into alert (user_id, name, alert_type, criteria, rule_version)
        select owner_id, 'Another', 'NAME', 'Another', 1 from email_address where id = $1 returning id`
      const alert = alertId ?? (await one<{ id: number }>(another, [emailId])).id
      await rows('insert into alert_email (alert_id, email_id, position) values ($1, $2, 0)', [alert, emailId])
    },
    event: async ({ documentUrl = 'https://records.example.org/d/1' } = {}) => {
      const n = ++made
      const feed = await one<{ id: number }>(`insert into feed (name) values ('feed ' || $1::text) returning id`, [n])
      const { id } = await one<{ id: number }>(
        `insert into event (feed_id, document_id, content_hash, document_description, recorded_at, recorded_has_time, recorded_on, document_url, parties, parcels)
         values ($1, $2, '\\x00', 'Quit Claim Deed', '2026-11-19T16:42:00Z', true, '2026-11-19', $3, $4, '["17-03-123-045"]') returning id`,
        [
          feed.id,
          `2026-${String(n).padStart(6, '0')}`,
          documentUrl,
          JSON.stringify([
            { role: 'GRANTOR', name: 'BRANDVOLD THESSALY R' },
            { role: 'GRANTEE', businessName: 'GREYMOOR HOLDINGS LLC' },
          ]),
        ],
      )
      return id
    },
    match: async ({ channel = 'EMAIL', alertNames = ['My name'], verified = true, ...spec } = {}) => {
      const userId = spec.userId === undefined ? await setup.user() : spec.userId
      const eventId = spec.eventId ?? (await setup.event())
      const recipient = await setup.recipient({
        userId,
        channel,
        verified,
        ...(spec.target ? { target: spec.target } : {}),
      })
      const { id: noticeId } = await one<{ id: number }>(
        `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target)
         values ('match', 'match', $1, 1, $2, $3, $4, $5, $6) returning id`,
        [eventId, userId, userId ?? -recipient.id, channel, recipient.id, recipient.target],
      )
      const alertIds: number[] = []
      for (const name of alertNames) {
        const { id } = await one<{ id: number }>(
          `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version)
           values ($1, $2, 'NAME', 'Thessaly', 'Brandvold', 'Thessaly Brandvold', 1) returning id`,
          [userId, name],
        )
        alertIds.push(id)
        const [links, recipientId] = alertLinks[channel]
        await rows(`insert into ${links} (alert_id, ${recipientId}, position) values ($1, $2, 1)`, [id, recipient.id])
        await rows(
          `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
           values ($1, $2, 1, $3, $4, 'Thessaly Brandvold', $5, $6, $7, $8, $9)`,
          [userId, eventId, id, name, channel, recipient.id, recipient.target, JSON.stringify(sampleMatch), noticeId],
        )
      }
      await rows('insert into delivery (notice_id, lane) values ($1, 1)', [noticeId])
      return { noticeId, alertIds, userId, recipientId: recipient.id, target: recipient.target, eventId }
    },
    setting: (key, change) =>
      writeSetting(db, key, { ...settingsGroups[key].initial, ...change } as Settings[typeof key], null),
    notice: (id) =>
      one<NoticeNow>(
        `select n.*, exists (select from delivery d where d.notice_id = n.id) as delivery,
           array(select a.outcome from notice_attempt a where a.notice_id = n.id order by a.attempt) as attempts
         from notice n where n.id = $1`,
        [id],
      ),
    until: async (what, holds) => {
      const end = Date.now() + 5000
      while (!(await holds())) {
        if (Date.now() > end) throw new Error(`Still not so after five seconds: ${what}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    close: async () => {
      await connection.end()
      await database.drop()
    },
  }
  return setup
}
