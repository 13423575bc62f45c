import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Db } from '#shared/node/db/client.ts'

/** Counted where all servers see it (decisions, section 4). */
export const limits = {
  /** Log-ins and sign-ups together, of one network address. */
  enter: { hits: 20, seconds: 60 },
  /** Messages of one kind to one mailbox that anybody may ask for; the last one's link is still good. */
  mailbox: { hits: 5, seconds: 3600 },
  /** Test texts that staff send: of the whole county, and to one number. */
  testTexts: { hits: 30, seconds: 3600 },
  testTextsToNumber: { hits: 5, seconds: 3600 },
  /** Alerts that one address has had and that staff send there once more. */
  repeats: { hits: 5, seconds: 3600 },
  /** Databases that staff try to open for a migration: nobody finds out a password here. */
  migrations: { hits: 20, seconds: 3600 },
  /** Codes of an authenticator app, right or wrong, for one account: six digits are soon guessed. */
  code: { hits: 10, seconds: 900 },
  /** Rows of the audit log about refused calls: of one caller, and of all callers in a minute and in a day. */
  refusedRows: { hits: 5, seconds: 60 },
  refusedRowsInAll: { hits: 60, seconds: 60 },
  refusedRowsOfDay: { hits: 5_000, seconds: 86_400 },
  /** Calls of one session. */
  calls: { hits: 600, seconds: 60 },
} as const
export type Limit = keyof typeof limits

/** The key says nothing of the address or name behind it. */
const keyOf = (secret: string, kind: string, ...of: string[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([kind, ...of]))
    .digest('base64url')

type Window = { hits: number; left: number }

/** Counts tries in the running window, and how many seconds of it are left. */
async function countTries(db: Db, secret: string, kind: Limit, of: string, tries: number): Promise<Window | undefined> {
  const { seconds } = limits[kind]
  const { rows } = await sql<Window>`
    insert into throttle as t (key, hits, window_started_at) values (${keyOf(secret, kind, of)}, ${tries}, now())
    on conflict (key) do update set
      hits = case when t.window_started_at <= now() - make_interval(secs => ${seconds}) then excluded.hits
        else t.hits + excluded.hits end,
      window_started_at = case when t.window_started_at <= now() - make_interval(secs => ${seconds})
        then now() else t.window_started_at end
    returning hits, ceil(extract(epoch from window_started_at - now()) + ${seconds})::int as left`.execute(db)
  return rows[0]
}

/**
 * Counts tries and refuses them past the limit of the running minute.
 * @throws AppError tooMany with the seconds left
 */
export async function countOrRefuse(db: Db, secret: string, kind: Limit, of: string, tries = 1): Promise<void> {
  const window = await countTries(db, secret, kind, of, tries)
  if (window && window.hits > limits[kind].hits)
    throw new AppError('tooMany', messages.tooManyTries, { retryAfter: Math.max(1, window.left) })
}

/** Counts one try; false past the limit, for what nobody must be told of. */
export async function withinLimit(db: Db, secret: string, kind: Limit, of: string): Promise<boolean> {
  const window = await countTries(db, secret, kind, of, 1)
  return window === undefined || window.hits <= limits[kind].hits
}

/** Wrong passwords that cost no wait: more than the county's usual limit, so that its lock speaks first. */
const freeFailures = 10
const longestWait = 900
const waitAfter = (failures: number) =>
  failures < freeFailures ? 0 : Math.min(longestWait, 2 ** (failures - freeFailures))

export type Guesser = { username: string; block: string }
const guesserKey = (secret: string, { username, block }: Guesser) =>
  keyOf(secret, 'guess', username.toLowerCase(), block)

/**
 * Slower and slower: after ten wrong passwords for one account from one address block the next try waits 1 s, then
 * 2, 4 … up to 15 minutes. Others who enter the account's right password from elsewhere wait for nothing.
 * @throws AppError tooMany with the seconds to wait
 */
export async function refuseGuesser(db: Db, secret: string, guesser: Guesser): Promise<void> {
  const row = await db
    .selectFrom('throttle')
    .where('key', '=', guesserKey(secret, guesser))
    .select(['hits', sql<number>`extract(epoch from now() - window_started_at)::float8`.as('ago')])
    .executeTakeFirst()
  const left = row ? Math.ceil(waitAfter(row.hits) - row.ago) : 0
  if (left > 0) throw new AppError('tooMany', messages.tooManyTries, { retryAfter: left })
}

/** Counts a wrong password; the count falls back after a day without one. */
export async function countGuess(db: Db, secret: string, guesser: Guesser): Promise<void> {
  await sql`
    insert into throttle as t (key, hits, window_started_at) values (${guesserKey(secret, guesser)}, 1, now())
    on conflict (key) do update set window_started_at = now(),
      hits = case when t.window_started_at <= now() - interval '1 day' then 1 else t.hits + 1 end`.execute(db)
}

export async function forgiveGuesser(db: Db, secret: string, guesser: Guesser): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', guesserKey(secret, guesser)).execute()
}
