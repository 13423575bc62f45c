import { sql } from 'kysely'
import { createHmac } from 'node:crypto'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { acceptedKeys, type Keyring } from '#shared/node/platform/secrets/keyring.ts'

/** Counted in the database, for all servers together. */
export const limits = {
  /** Logins and sign-ups together, per network address. */
  enter: { hits: 20, seconds: 60 },
  /** Messages of one kind that anyone can ask for, per account; the last one's link is still good. */
  account: { hits: 5, seconds: 3600 },
  /** The same messages per mailbox, which may have several accounts. Only messages that we really send count. */
  mailbox: { hits: 10, seconds: 3600 },
  /** Test texts that staff send: for the whole county, and per number. */
  testTexts: { hits: 30, seconds: 3600 },
  testTextsToNumber: { hits: 5, seconds: 3600 },
  /** Alerts that staff send again to an address that already received them. */
  repeats: { hits: 5, seconds: 3600 },
  /** Databases that staff try to open for a migration, so that its page is no way to guess a password. */
  migrations: { hits: 20, seconds: 3600 },
  /** Codes of an authenticator app, right or wrong, per account or known browser: six digits are quickly guessed. */
  code: { hits: 10, seconds: 900 },
  /** Audit rows about refused calls: per caller, and for all callers per minute and per day. */
  refusedRows: { hits: 5, seconds: 60 },
  refusedRowsInAll: { hits: 60, seconds: 60 },
  refusedRowsOfDay: { hits: 5_000, seconds: 86_400 },
  /** Searches for a property per session, and per network address of residents who are registering. */
  find: { hits: 120, seconds: 60 },
  findToRegister: { hits: 20, seconds: 60 },
  /** Searches for a record that a resident found, and their reports of such records, per account. */
  findRecords: { hits: 30, seconds: 60 },
  reportFoundRecord: { hits: 10, seconds: 3600 },
  /** New passwords checked, per network address: each check takes some milliseconds. */
  judgePassword: { hits: 30, seconds: 60 },
  /** Calls per session. */
  calls: { hits: 600, seconds: 60 },
} as const
type Limit = keyof typeof limits

/**
 * The key of a count, which reveals nothing about the address or name behind it; then the keys that it may have from an
 * earlier APP_SECRET.
 */
function throttleKeys(keyring: Keyring, kind: string, ...of: string[]): [newest: string, ...older: string[]] {
  const text = JSON.stringify([kind, ...of])
  const [newest, ...older] = acceptedKeys(keyring, 'throttles').map((key) =>
    createHmac('sha256', key).update(text).digest('base64url'),
  )
  return [newest ?? '', ...older]
}

/** Moves recent counts from older keys to the newest. */
const carryOver = (older: string[], seconds: number) => sql`
  moved as (delete from throttle where key = any(${older}::text[]) returning hits, window_started_at),
  carried as (
    select coalesce(sum(hits), 0)::int as hits, min(window_started_at) as started_at
    from moved where window_started_at > now() - make_interval(secs => ${seconds}))`

type Window = { hits: number; left: number }

/** Counts tries in the current window, and the seconds left in it. */
async function countTries(
  db: Db | Tx,
  keyring: Keyring,
  kind: Limit,
  { of, tries }: { of: string; tries: number },
): Promise<Window | undefined> {
  const { seconds } = limits[kind]
  const [key, ...older] = throttleKeys(keyring, kind, of)
  const { rows } = await sql<Window>`
    with ${carryOver(older, seconds)}
    insert into throttle as t (key, hits, window_started_at)
    select ${key}, hits + ${tries}, coalesce(started_at, now()) from carried
    on conflict (key) do update set
      hits = case when t.window_started_at <= now() - make_interval(secs => ${seconds}) then excluded.hits
        else t.hits + excluded.hits end,
      window_started_at = case when t.window_started_at <= now() - make_interval(secs => ${seconds})
        then excluded.window_started_at else t.window_started_at end
    returning hits, ceil(extract(epoch from window_started_at - now()) + ${seconds})::int as left`.execute(db)
  return rows[0]
}

/**
 * Counts one try and refuses it past the limit of the current window.
 * @throws AppError tooMany with the seconds left
 */
export const countOrThrow = (db: Db, keyring: Keyring, kind: Limit, of: string): Promise<void> =>
  countAllOrThrow(db, keyring, kind, { of, tries: 1 })

/** As `countOrThrow`, for several tries. */
export async function countAllOrThrow(
  db: Db,
  keyring: Keyring,
  kind: Limit,
  counted: { of: string; tries: number },
): Promise<void> {
  const window = await countTries(db, keyring, kind, counted)
  if (window && window.hits > limits[kind].hits)
    throw new AppError('tooMany', messages.tooManyTries, { retryAfter: Math.max(1, window.left) })
}

/** Counts one try; false past the limit, for callers who must not reveal it. */
export async function countWithinLimit(db: Db | Tx, keyring: Keyring, kind: Limit, of: string): Promise<boolean> {
  const window = await countTries(db, keyring, kind, { of, tries: 1 })
  return window === undefined || window.hits <= limits[kind].hits
}

/** Wrong passwords without a wait: more than the county's usual limit, so that its lock comes first. */
const freeFailures = 10
const maxGuessWaitSeconds = 900
const waitAfter = (failures: number) =>
  failures < freeFailures ? 0 : Math.min(maxGuessWaitSeconds, 2 ** (failures - freeFailures))

/**
 * The guessed account, and where the guess came from. `block` is the address block, a browser that the account knows,
 * or a running session, so that strangers nearby do not slow the owner down.
 */
export type Guesser = { username: string; block: string }
const guesserKeys = (keyring: Keyring, { username, block }: Guesser) =>
  throttleKeys(keyring, 'guess', username.toLowerCase(), block)

/**
 * Slows guessing down: after ten wrong passwords for one account from one address block the next try waits 1 s, then 2,
 * 4 … up to 15 minutes. The right password from elsewhere never waits.
 * @throws AppError tooMany with the seconds to wait
 */
export async function assertMayGuess(db: Db, keyring: Keyring, guesser: Guesser): Promise<void> {
  const row = await db
    .selectFrom('throttle')
    .where('key', 'in', guesserKeys(keyring, guesser))
    .select([
      sql<number>`coalesce(sum(hits), 0)::int`.as('hits'),
      sql<number>`extract(epoch from now() - max(window_started_at))::float8`.as('ago'),
    ])
    .executeTakeFirst()
  const left = row?.hits ? Math.ceil(waitAfter(row.hits) - row.ago) : 0
  if (left > 0) throw new AppError('tooMany', messages.tooManyTries, { retryAfter: left })
}

/** Counts a wrong password; the count resets after a day without one. */
export async function countGuess(db: Db, keyring: Keyring, guesser: Guesser): Promise<void> {
  const [key, ...older] = guesserKeys(keyring, guesser)
  await sql`
    with ${carryOver(older, 24 * 3600)}
    insert into throttle as t (key, hits, window_started_at) select ${key}, hits + 1, now() from carried
    on conflict (key) do update set window_started_at = now(),
      hits = case when t.window_started_at <= now() - interval '1 day' then 0 else t.hits end + excluded.hits`.execute(
    db,
  )
}

export async function clearGuesses(db: Db, keyring: Keyring, guesser: Guesser): Promise<void> {
  await db.deleteFrom('throttle').where('key', 'in', guesserKeys(keyring, guesser)).execute()
}
