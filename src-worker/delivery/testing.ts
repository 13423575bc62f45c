import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'
import type { Env } from '#shared/node/configuration/env.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { settingsStore, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { type Settings, type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { type Clock, scaledClock } from './clock.ts'
import { defaultOptions, type WorkerDeps, type WorkerOptions } from '../platform/deps.ts'
import {
  insertEvent,
  insertMatch,
  insertRecipient,
  insertUser,
  linkEmail,
  type MatchRows,
  type MatchValues,
  openTestRows,
  type RecipientValues,
  type UserValues,
} from './testing-rows.ts'

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
  user(values?: UserValues): Promise<number>
  recipient(values: RecipientValues): Promise<{ id: number; target: string }>
  /** Makes an email one that an active alert of its owner goes to: this one, or another. */
  inUse(emailId: number, alertId?: number): Promise<void>
  event(values?: { documentUrl?: string }): Promise<number>
  /** A record that met an alert of a verified recipient, decided and due. */
  match(values?: MatchValues): Promise<MatchRows>
  setting<K extends SettingsKey>(key: K, change: Partial<Settings[K]>): Promise<void>
  notice(id: number): Promise<NoticeNow>
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** Waits until a condition holds; fails after a minute. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

/** Waits that are a thousandth, with leases so long that no machine is too busy to call and record within one. */
export const patientClock: Clock = (() => {
  const hour = 3_600_000
  const clock = scaledClock(1_000)
  return {
    ...clock,
    leaseMs: hour,
    leaseSpareMs: hour / 60,
    owner: { ...clock.owner, trustMs: hour, graceMs: 2 * hour },
  }
})()

/** For tests: a database with the parts of a delivery, and short ways to fill it. */
export async function openDeliverySetup(): Promise<DeliverySetup> {
  const database = await createTestDatabase()
  const connection = connect(database.appUrl)
  const { db, pool } = connection
  const test = openTestRows(pool)
  return {
    ...connection,
    url: database.appUrl,
    ownerUrl: database.ownerUrl,
    rows: test.rows,
    deps: (options = {}, env = {}) => ({
      db,
      pool,
      env: testEnv(database.appUrl, env) satisfies Env,
      log: createLog('test', 'silent'),
      settings: settingsStore(db, 0),
      enqueue: async () => {},
      options: { ...defaultOptions, pollMs: 25, ...options },
    }),
    user: (values) => insertUser(test, values),
    recipient: (values) => insertRecipient(test, values),
    inUse: (emailId, alertId) => linkEmail(test, emailId, alertId),
    event: (values) => insertEvent(test, values),
    match: (values) => insertMatch(test, values),
    setting: (key, change) =>
      writeSetting(db, key, { ...settingsGroups[key].initial, ...change } as Settings[typeof key], null),
    notice: (id) =>
      test.row<NoticeNow>(
        `select n.*, exists (select from delivery d where d.notice_id = n.id) as delivery,
           array(select a.outcome from notice_attempt a where a.notice_id = n.id order by a.attempt) as attempts
         from notice n where n.id = $1`,
        [id],
      ),
    until: async (what, holds) => {
      const end = performance.now() + 60_000
      while (!(await holds())) {
        if (performance.now() > end) throw new Error(`Still not so after a minute: ${what}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    close: async () => {
      await connection.end()
      await database.drop()
    },
  }
}
