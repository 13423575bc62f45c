import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { addressBlock } from '#server/platform/throttle/address-block.ts'
import { countGuess, type Guesser } from '#server/platform/throttle/throttle.queries.ts'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { queueAccountEmail } from './account-mail.ts'
import { type Account, countFailedLogin, lockAtLimit } from './user.queries.ts'
import { usernameForEmail } from './verified-email.queries.ts'

/**
 * Wrong passwords from unknown browsers since the owner last proved their identity; at this number no unknown browser
 * gets in.
 */
const maxUnprovenFailures = 100

/**
 * Whether an account accepts only known browsers; any other browser gets the answer for a wrong password even when the
 * password is right.
 */
export const acceptsKnownBrowsersOnly = ({
  status,
  unproven_failures,
}: Pick<Account, 'status' | 'unproven_failures'>) => status === 'L' || unproven_failures >= maxUnprovenFailures

/** Who is guessing at a login; a known browser has its own count. */
export const toGuesser = (
  username: string,
  { address }: Pick<Caller, 'address'>,
  token: string | undefined,
): Guesser => ({
  username,
  block: token === undefined ? addressBlock(address) : `browser ${token}`,
})

export type Guess = {
  guesser: Guesser
  account: Account | undefined
  /** From a browser that the account knows, or within a running session. */
  known: boolean
  /** For the audit log. */
  what: 'Unknown username.' | 'Wrong password.' | 'Correct password, but from an unknown browser.' | WrongCode
}
type WrongCode = 'Wrong code.' | 'Used a code a second time.'
const isWrongCode = (what: Guess['what']): what is WrongCode =>
  what === 'Wrong code.' || what === 'Used a code a second time.'

/**
 * Counts a wrong password or code against the guesser and the account. At the county's limit it locks the account and
 * emails its owner; after 100 from unknown browsers, only known browsers can log in.
 */
export async function countWrongGuess(
  deps: ServerDeps,
  caller: Pick<Caller, 'address'>,
  { guesser, account, known, what }: Guess,
): Promise<void> {
  await countGuess(deps.db, deps.env.APP_SECRET, guesser)
  const { limitLoginAttempts, maxloginAttempts } = (await deps.settings.current()).userAccess
  await inTransaction(deps.db, async (tx) => {
    await writeAudit(tx, {
      type: 'LOGIN_REFUSED',
      subject: account ?? null,
      description: what,
      address: caller.address,
    })
    // The same statements run for an unknown account (no user has id 0), so that timing does not reveal which accounts
    // exist.
    const id = account?.id ?? 0
    const counts = await countFailedLogin(tx, id, { known })
    const locked = limitLoginAttempts && (await lockAtLimit(tx, id, maxloginAttempts))
    if (!account || !counts) return
    if (locked) await auditLock(tx, caller, account)
    const knownOnly = !known && counts.unproven === maxUnprovenFailures && account.status === 'A'
    const hasManyWrongCodes = isWrongCode(what) && counts.inARow === maxloginAttempts
    const now = locked ? 'locked' : knownOnly ? 'known browsers only' : hasManyWrongCodes ? 'open' : null
    if (now !== null) await emailOwner(tx, deps, account, { wrong: isWrongCode(what) ? 'code' : 'password', now })
  })
}

const auditLock = (tx: Tx, caller: Pick<Caller, 'address'>, account: Account): Promise<void> =>
  writeAudit(tx, {
    type: 'ACCOUNT',
    subject: account,
    description: 'Locked after too many wrong passwords or codes.',
    oldValue: { status: 'A' },
    newValue: { status: 'L' },
    address: caller.address,
  })

async function emailOwner(
  tx: Tx,
  deps: ServerDeps,
  account: Account,
  guesses: Omit<NoticeTemplates['account-locked'], 'username'>,
): Promise<void> {
  if (!account.email) return
  await queueAccountEmail(tx, deps, {
    template: 'account-locked',
    target: account.email,
    userId: account.id,
    data: { username: await usernameForEmail(tx, account), ...guesses },
  })
}
