import { AppError } from '#shared/contract/errors.ts'
import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { codeOf, foreignKeyViolation } from '#shared/node/platform/database/retry.ts'
import type { Context } from '#server/trpc/context.ts'
import { type CurrentUser, currentUserView } from './current-user.ts'
import { forgetRegistrations } from '../registration/registration.queries.ts'
import { type Account, findAccount, liftLock, noteLogin } from '../account/user.queries.ts'
import { rights, userStatuses } from '#shared/contract/roles.ts'
import { throttledAddress } from '#server/platform/address-block.ts'
import { checkCode, type CodeUsed } from '../second-factor/check-code.ts'
import { countWrongGuess, guesserAt, knownBrowsersOnly } from '../account/count-wrong-guess.ts'
import { forgetBrowser, knownToken, rememberBrowser } from './known-browser.queries.ts'
import { verifyPassword } from '../account/password.ts'
import { holdUnchanged } from './session.queries.ts'
import { countOrRefuse, forgiveGuesser, refuseGuesser } from '#server/platform/throttle.queries.ts'

export type Credentials = {
  username: string
  password: string
  language?: Language | undefined
  /** Of an authenticator app, or a recovery code, where the account uses them. */
  code?: string | null | undefined
  /** Others use this computer too: it is not remembered, and forgotten where it was. */
  sharedComputer?: boolean | null | undefined
}

/** Accounts of one browser that stay known: a household or a library's desk. */
const knownAtMost = 5

// Told only after a right password (decisions, section 4).
const refusals = {
  P: 'Your registration is not complete. Please follow the link in the email we sent you.',
  I: 'This account is not active. Please contact the county.',
} as const
const lockedHere =
  'The password is incorrect, and this account is locked after too many wrong passwords. Please try again with the correct one, or choose Forgot Password.'

/**
 * Logs in: throttles, password, account status, lockout, perhaps a code, then a session, the known-browser cookie and
 * an audit row (decisions, section 4). A known browser has throttles of its own, and lifts a lock.
 * @throws AppError tooMany, or refused with the text for the login page
 */
export async function logIn(ctx: Context, credentials: Credentials): Promise<CurrentUser> {
  const { db, env, address } = ctx
  await countOrRefuse(db, env.APP_SECRET, 'enter', throttledAddress(address))
  const account = await findAccount(db, credentials.username)
  const token = await knownToken(db, account?.id ?? 0, ctx.cookies.knownBrowserTokens)
  const known = token !== undefined
  const guesser = guesserAt(credentials.username, ctx, token)
  await refuseGuesser(db, env.APP_SECRET, guesser)

  const right = await verifyPassword(account?.password_hash, credentials.password)
  if (!account || !right || (!known && knownBrowsersOnly(account))) {
    const what = right
      ? 'Correct password, but from an unknown browser.'
      : account
        ? 'Wrong password.'
        : 'Unknown username.'
    await countWrongGuess(ctx, { guesser, account, known, what })
    // Only the owner's own browser hears of the lock: to any other a locked account must not tell right from wrong.
    throw new AppError('refused', known && account?.status === 'L' ? lockedHere : messages.refusedLogin)
  }

  await refuseStatusAndLockout(ctx, account)
  const code = await checkCode(ctx, account, credentials.code, { guesser, known })
  await forgiveGuesser(db, env.APP_SECRET, guesser)
  return begin(ctx, account, {
    language: credentials.language ?? account.language ?? defaultLanguage,
    token,
    shared: credentials.sharedComputer ?? false,
    code,
  })
}

async function refuseStatusAndLockout(ctx: Context, account: Account): Promise<void> {
  const { lockoutInPlace, messageLogin } = (await ctx.settings.current()).userLockout
  const endUser = account.role === 'USER' || account.role === 'GUEST'
  const closed = account.status === 'P' || account.status === 'I' ? refusals[account.status] : null
  const message = lockoutInPlace && endUser ? messageLogin : closed
  if (message === null) return
  await writeAudit(ctx.db, {
    type: 'LOGIN_REFUSED',
    subject: account,
    description:
      lockoutInPlace && endUser
        ? 'A county lockout is in place.'
        : `The account's status is ${userStatuses[account.status]}.`,
    address: ctx.address,
  })
  throw new AppError('refused', message)
}

type Beginning = { language: Language; token: string | undefined; shared: boolean; code: CodeUsed }

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
  const others = ctx.cookies.knownBrowserTokens.filter((other) => other !== kept && other !== how.token)
  ctx.cookies.setKnownBrowserTokens([...(kept === undefined ? [] : [kept]), ...others].slice(0, knownAtMost))
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

/**
 * @returns the token by which the browser is known from now on; undefined for a shared computer
 * @throws AppError refused where status or password were changed while the password was being checked
 */
function noteBegun(
  ctx: Context,
  account: Account,
  { language, token, shared, code }: Beginning,
): Promise<string | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await holdUnchanged(tx, account))) throw new AppError('refused', messages.refusedLogin)
    await noteLogin(tx, account.id, language)
    await forgetRegistrations(tx, account.id)
    if (token !== undefined) await liftLock(tx, account.id)
    await writeAudit(tx, {
      type: 'LOGIN',
      actor: account,
      subject: account,
      description:
        account.status === 'L'
          ? 'Logged in from a known browser and lifted the lock.'
          : code
            ? `Logged in with a ${code}.`
            : 'Logged in.',
      address: ctx.address,
    })
    if (!shared) return rememberBrowser(tx, account.id, token)
    if (token !== undefined) await forgetBrowser(tx, account.id, token)
    return undefined
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
