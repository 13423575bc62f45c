import { AppError } from '#shared/contract/errors.ts'
import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import { codeOf, foreignKeyViolation } from '#shared/node/db/again.ts'
import type { Tx } from '#shared/node/db/client.ts'
import { queueNotice } from '#shared/node/notice.queries.ts'
import type { Context } from '../trpc/context.ts'
import { type CurrentUser, currentUserView } from '../users/current-user.ts'
import { type Account, countFailedLogin, findAccount, lockAtLimit, noteLogin } from '../users/user.queries.ts'
import { rights, userStatuses } from '#shared/contract/roles.ts'
import { addressBlock, throttledAddress } from './address-block.ts'
import { checkCode, type CodeUsed } from './check-code.ts'
import { knownToken, rememberBrowser } from './known-browser.queries.ts'
import { verifyPassword } from './password.ts'
import { holdUnchanged } from './session.queries.ts'
import { countGuess, countOrRefuse, forgiveGuesser, type Guesser, refuseGuesser } from './throttle.queries.ts'

export type Credentials = {
  username: string
  password: string
  language?: Language | undefined
  /** Of an authenticator app, or a recovery code, where the account uses them. */
  code?: string | null | undefined
}

/** Accounts of one browser that stay known: a household or a library's desk. */
const knownAtMost = 5

// Told only after a right password (decisions, section 4).
const refusals = {
  P: 'Your registration is not complete.  Please follow the link in the email we sent you.',
  I: 'This account is not active.  Please contact the county.',
  L: 'This account is locked after too many wrong passwords.  Please reset your password or contact the county.',
} as const

/**
 * Logs in: throttles, password, account status, lockout, perhaps a code, then a session, the known-browser cookie and an audit row
 * (decisions, section 4).
 * @throws AppError tooMany, or refused with the text for the login page
 */
export async function logIn(ctx: Context, credentials: Credentials): Promise<CurrentUser> {
  const { db, env, address } = ctx
  await countOrRefuse(db, env.APP_SECRET, 'enter', throttledAddress(address))
  const guesser: Guesser = { username: credentials.username, block: addressBlock(address) }
  await refuseGuesser(db, env.APP_SECRET, guesser)

  const account = await findAccount(db, credentials.username)
  const right = await verifyPassword(account?.password_hash, credentials.password)
  if (!account || !right) {
    await countWrongPassword(ctx, guesser, account)
    throw new AppError('refused', messages.refusedLogin)
  }

  const token = await knownToken(db, account.id, ctx.cookies.knownBrowserTokens)
  await refuseStatusAndLockout(ctx, account, token !== undefined)
  const code = await checkCode(ctx, account, credentials.code, () => countGuess(db, env.APP_SECRET, guesser))
  await forgiveGuesser(db, env.APP_SECRET, guesser)
  return begin(ctx, account, { language: credentials.language ?? account.language ?? defaultLanguage, token, code })
}

/** Counts a wrong password against guesser and account, and locks the account at the county's limit. */
export async function countWrongPassword(ctx: Context, guesser: Guesser, account: Account | undefined): Promise<void> {
  await countGuess(ctx.db, ctx.env.APP_SECRET, guesser)
  const { limitLoginAttempts, maxloginAttempts } = (await ctx.settings.current()).userAccess
  await ctx.db.transaction().execute(async (tx) => {
    await writeAudit(tx, {
      type: 'LOGIN_REFUSED',
      subject: account ?? null,
      description: account ? 'Wrong password.' : 'Unknown username.',
      address: ctx.address,
    })
    // The same statements where there is no such account (0 is none's id): time must not tell them apart.
    const id = account?.id ?? 0
    await countFailedLogin(tx, id)
    const lockedNow = limitLoginAttempts && (await lockAtLimit(tx, id, maxloginAttempts))
    if (account && lockedNow) await tellOwner(ctx, tx, account)
  })
}

async function tellOwner(ctx: Context, tx: Tx, account: Account): Promise<void> {
  await writeAudit(tx, {
    type: 'ACCOUNT',
    subject: account,
    description: 'Locked after too many wrong passwords.',
    oldValue: { status: 'A' },
    newValue: { status: 'L' },
    address: ctx.address,
  })
  await ctx.enqueue(tx, 'endSessions', {})
  if (!account.email) return
  await queueNotice(tx, {
    kind: 'account',
    template: 'account-locked',
    channel: 'EMAIL',
    target: account.email,
    userId: account.id,
    data: { username: account.username },
  })
  await ctx.enqueue(tx, 'wakeDelivery', {})
}

async function refuseStatusAndLockout(ctx: Context, account: Account, knownBrowser: boolean): Promise<void> {
  const { lockoutInPlace, messageLogin } = (await ctx.settings.current()).userLockout
  const endUser = account.role === 'USER' || account.role === 'GUEST'
  const shutOut = account.status !== 'A' && !(account.status === 'L' && knownBrowser)
  const message =
    lockoutInPlace && endUser ? messageLogin : shutOut ? refusals[account.status as 'P' | 'I' | 'L'] : null
  if (message === null) return
  await writeAudit(ctx.db, {
    type: 'LOGIN_REFUSED',
    subject: account,
    description:
      lockoutInPlace && endUser
        ? 'The county is locked out.'
        : `The account's status is ${userStatuses[account.status]}.`,
    address: ctx.address,
  })
  throw new AppError('refused', message)
}

type Beginning = { language: Language; token: string | undefined; code: CodeUsed }

async function begin(ctx: Context, account: Account, how: Beginning): Promise<CurrentUser> {
  // Begun before the account is held and read again: whoever changes it ends this session too, or is seen below.
  const session = await ctx.sessions
    .begin(account.id, { userAgent: ctx.userAgent, address: ctx.address })
    .catch((error: unknown) => {
      // Deleted while the password was being checked.
      throw codeOf(error) === foreignKeyViolation ? new AppError('refused', messages.refusedLogin) : error
    })
  const kept = await noteBegun(ctx, account, how).catch(async (error: unknown) => {
    await ctx.sessions.endToken(session)
    throw error
  })
  // The browser's former session, if any, ends; a token from before the log-in never becomes a logged-in one.
  if (ctx.session) await ctx.sessions.end(ctx.session.id)
  ctx.cookies.setSession(session)
  const others = ctx.cookies.knownBrowserTokens.filter((other) => other !== kept)
  ctx.cookies.setKnownBrowserTokens([kept, ...others].slice(0, knownAtMost))
  const { totpForAdministrators } = (await ctx.settings.current()).service
  return currentUserView({
    id: account.id,
    username: account.username,
    role: account.role,
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    language: how.language,
    totpOn: account.totp_on,
    mustSetUpCode: totpForAdministrators && rights[account.role].controlPanel && !account.totp_on,
  })
}

/** @throws AppError refused where status or password were changed while the password was being checked */
function noteBegun(ctx: Context, account: Account, { language, token, code }: Beginning): Promise<string> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await holdUnchanged(tx, account))) throw new AppError('refused', messages.refusedLogin)
    await noteLogin(tx, account.id, language)
    await writeAudit(tx, {
      type: 'LOGIN',
      actor: account,
      subject: account,
      description:
        account.status === 'L'
          ? 'Logged in from a known browser; the lock was lifted.'
          : code
            ? `Logged in with a ${code}.`
            : 'Logged in.',
      address: ctx.address,
    })
    return rememberBrowser(tx, account.id, token)
  })
}

/** Ends the session and its cookie; without a session there is nothing to do. */
export async function logOut(ctx: Context): Promise<void> {
  ctx.cookies.clearSession()
  if (!ctx.session || !ctx.user) return
  await ctx.sessions.end(ctx.session.id)
  await writeAudit(ctx.db, {
    type: 'LOGOUT',
    actor: ctx.user,
    subject: ctx.user,
    description: 'Logged out.',
    address: ctx.address,
  })
}
