import { type Caller, type CookieJar, toActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow, clearGuesses, assertMayGuess } from '#server/platform/throttle/throttle.queries.ts'
import type { Credentials } from '#shared/contract/account.ts'
import { AppError } from '#shared/contract/errors.ts'
import { defaultLanguage, type Language } from '#shared/contract/languages.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights, userStatuses } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { getSqlState, foreignKeyViolation } from '#shared/node/platform/database/retry.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { countWrongGuess, toGuesser, acceptsKnownBrowsersOnly } from '../account/count-wrong-guess.ts'
import { verifyPassword } from '../account/password.ts'
import { type Account, findAccount, unlockAccount, recordLogin } from '../account/user.queries.ts'
import { deleteRegistrations } from '../registration/registration.queries.ts'
import { checkCode, type CodeUsed } from '../second-factor/check-code.ts'
import { type CurrentUser, toCurrentUser } from './current-user.ts'
import { forgetBrowser, findKnownToken, rememberBrowser } from './known-browser.queries.ts'
import { lockIfUnchanged } from './session.queries.ts'

/** How many accounts may know one browser: those of a household or a library's desk. */
const maxKnownAccounts = 5

// Shown only after a right password.
const refusals = {
  P: 'Your registration is not complete. Please follow the link in the email we sent you.',
  I: 'This account is not active. Please contact the county.',
} as const
const lockedHere =
  'The password is incorrect, and this account is locked after too many wrong passwords. Please try again with the correct one, or choose Forgot Password.'

/**
 * Logs in: throttles, password, status, lockout, second factor, then a session, the known-browser cookie and an audit
 * row. A known browser has its own throttles, and unlocks a locked account.
 * @throws AppError tooMany, or refused with the text for the login page
 */
export async function logIn(
  deps: ServerDeps,
  caller: Caller,
  credentials: Credentials,
  cookies: CookieJar,
): Promise<CurrentUser> {
  const { db, env } = deps
  await countOrThrow(db, env.APP_SECRET, 'enter', throttledAddress(caller.address))
  const account = await findAccount(db, credentials.username)
  const token = await findKnownToken(db, account?.id ?? 0, cookies.knownBrowserTokens)
  const known = token !== undefined
  const guesser = toGuesser(credentials.username, caller, token)
  await assertMayGuess(db, env.APP_SECRET, guesser)

  const right = await verifyPassword(account?.password_hash, credentials.password)
  if (!account || !right || (!known && acceptsKnownBrowsersOnly(account))) {
    const what = right
      ? 'Correct password, but from an unknown browser.'
      : account
        ? 'Wrong password.'
        : 'Unknown username.'
    await countWrongGuess(deps, caller, { guesser, account, known, what })
    // Only the owner's own browser learns of the lock: to any other, a locked account must not tell right passwords
    // from wrong ones.
    throw new AppError('refused', known && account?.status === 'L' ? lockedHere : messages.refusedLogin)
  }

  await assertMayLogIn(deps, caller, account)
  const code = await checkCode(deps, caller, credentials.code, { guesser, account, known })
  await clearGuesses(db, env.APP_SECRET, guesser)
  return beginSession(deps, caller, cookies, {
    account,
    language: credentials.language ?? account.language ?? defaultLanguage,
    token,
    shared: credentials.sharedComputer ?? false,
    code,
  })
}

async function assertMayLogIn(deps: ServerDeps, caller: Caller, account: Account): Promise<void> {
  const { lockoutInPlace, messageLogin } = (await deps.settings.current()).userLockout
  const endUser = account.role === 'USER' || account.role === 'GUEST'
  const closed = account.status === 'P' || account.status === 'I' ? refusals[account.status] : null
  const message = lockoutInPlace && endUser ? messageLogin : closed
  if (message === null) return
  await writeAudit(deps.db, {
    type: 'LOGIN_REFUSED',
    subject: account,
    description:
      lockoutInPlace && endUser
        ? 'A county lockout is in place.'
        : `The account's status is ${userStatuses[account.status]}.`,
    address: caller.address,
  })
  throw new AppError('refused', message)
}

type LogInDetails = { language: Language; token: string | undefined; shared: boolean; code: CodeUsed }

async function beginSession(
  deps: ServerDeps,
  caller: Caller,
  cookies: CookieJar,
  { account, ...how }: LogInDetails & { account: Account },
): Promise<CurrentUser> {
  // Begun before we lock and reread the account: a concurrent change either ends this session too, or shows below.
  const session = await deps.sessions
    .begin(account.id, { userAgent: caller.userAgent, address: caller.address })
    .catch((error: unknown) => {
      // The account was deleted while we checked the password.
      throw getSqlState(error) === foreignKeyViolation ? new AppError('refused', messages.refusedLogin) : error
    })
  const kept = await completeLogin(deps, caller, account, how).catch(async (error: unknown) => {
    await deps.sessions.endToken(session)
    throw error
  })
  // The browser's earlier session ends; a token from before the login never becomes a logged-in one.
  if (caller.session) await deps.sessions.end(caller.session.id)
  cookies.setSession(session)
  const others = cookies.knownBrowserTokens.filter((other) => other !== kept && other !== how.token)
  cookies.setKnownBrowserTokens([...(kept === undefined ? [] : [kept]), ...others].slice(0, maxKnownAccounts))
  const { totpForAdministrators } = (await deps.settings.current()).service
  return toCurrentUser({
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
 * @throws AppError refused if status or password were changed while the password was being checked
 */
async function completeLogin(
  deps: ServerDeps,
  caller: Caller,
  account: Account,
  { language, token, shared, code }: LogInDetails,
): Promise<string | undefined> {
  const appDemanded = (await deps.settings.current()).service.totpForAdministrators
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockIfUnchanged(tx, account))) throw new AppError('refused', messages.refusedLogin)
    await recordLogin(tx, account.id, { language, appDemanded })
    await deleteRegistrations(tx, account.id)
    if (token !== undefined) await unlockAccount(tx, account.id)
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
      address: caller.address,
    })
    if (!shared) return rememberBrowser(tx, account.id, token)
    if (token !== undefined) await forgetBrowser(tx, account.id, token)
    return undefined
  })
}

/** Ends the session, if there is one, and its cookie. */
export async function logOut(deps: ServerDeps, caller: Caller, cookies: CookieJar): Promise<void> {
  cookies.clearSession()
  const actor = toActor(caller)
  if (!actor) return
  await deps.sessions.end(actor.session.id)
  await writeAudit(deps.db, {
    type: 'LOGOUT',
    actor,
    subject: actor,
    description: 'Logged out.',
    address: actor.address,
  })
}
