import { createHash, randomBytes } from 'node:crypto'
import { alertRules } from '#server/features/alerts/public.ts'
import { isNewAddressAllowed } from '#server/features/recipients/public.ts'
import type { Caller, CookieJar } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import { inConstantTime } from '#server/platform/constant-time.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockUser, type UserRow } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import type { SignUpInput } from '#shared/contract/account.ts'
import { defaultLanguage } from '#shared/contract/languages.ts'
import { acknowledgementVersion } from '#shared/contract/messages.ts'
import { watchProblems } from '#shared/domain/alert/watch.ts'
import { pickDetails, signUpProblems } from '#shared/domain/user/user.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { spaceLinks } from '../account/just-mailed.queries.ts'
import { newPasswordProblems } from '../account/new-password.ts'
import { hashPassword } from '../account/password.ts'
import { findAccount } from '../account/user.queries.ts'
import { findAccountsByEmail } from '../account/verified-email.queries.ts'
import { emailRegistrationLink } from './registration-link.ts'
import {
  correctPendingUser,
  deletePendingUser,
  insertPendingUser,
  insertRegistration,
  isFromOneBrowser,
  type Registration,
} from './registration.queries.ts'

type SignUp = { username: string; registration: Registration }
type Holder = { id: number; username: string; email: string }
type Pending = { holder: Holder; registration: Registration }

/**
 * Registers a resident, who can log in after following the emailed link. Answer and timing are the same whether the
 * username or the email is taken; only an email to the address entered says so. Input that fails validation does not
 * count as a try.
 * @throws AppError `refused` with a text on each wrong field; `tooMany`
 */
export async function signUp(deps: ServerDeps, caller: Caller, input: SignUpInput, cookies: CookieJar): Promise<void> {
  const settings = await deps.settings.current()
  assertNoProblems({
    ...signUpProblems(input),
    ...watchProblems(input.watch, input.email, alertRules(settings, deps.env)),
    ...(await newPasswordProblems(deps, input, input)),
  })
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  // Every browser gets one, so it reveals nothing about the outcome.
  const browser = cookies.registrationToken ?? randomBytes(32).toString('base64url')
  cookies.setRegistrationToken(browser)
  await inConstantTime(async () => {
    const registration: Registration = {
      passwordHash: await hashPassword(input.password),
      language: input.language ?? defaultLanguage,
      details: pickDetails(input),
      browserHash: createHash('sha256').update(browser).digest(),
      watch: input.watch,
      consent:
        input.watch.length > 0 && settings.alertSettings.emailAcknowledgement
          ? { wordingVersion: acknowledgementVersion, address: caller.address }
          : null,
    }
    await inTransaction(deps.db, (tx) => register(tx, deps, caller, { username: input.username, registration }))
  })
}

async function register(tx: Tx, deps: ServerDeps, caller: Caller, signUp: SignUp): Promise<void> {
  const { username, registration } = signUp
  const { email } = registration.details
  const holder = await findAccount(tx, username)
  if (!holder) return registerNew(tx, deps, caller, signUp)
  const pending = holder.status === 'P' && (await lockPending(tx, holder.id))
  if (pending && pending.status === 'P' && pending.email.toLowerCase() === email.toLowerCase())
    return repeatRegistration(tx, deps, caller, { holder: pending, registration })
  if (pending && pending.status === 'P' && (await isFromOneBrowser(tx, pending.id, registration.browserHash)))
    return correctEmail(tx, deps, caller, { holder: pending, registration })
  await auditHolder(tx, caller, holder, 'Tried to register with a username that is taken.')
  if (!(await isWithinMailLimits(tx, deps, 'taken-username', { email }))) return
  const usernames = (await findAccountsByEmail(tx, email)).flatMap((account) =>
    account.verified ? [account.username] : [],
  )
  await queueAccountEmail(tx, deps, {
    template: 'taken-username',
    target: email,
    userId: null,
    data: { username, usernames },
  })
}

/**
 * Locks the account, so that its link is not followed and its email not corrected meanwhile; its alerts are locked
 * first, as everywhere.
 */
async function lockPending(tx: Tx, userId: number): Promise<UserRow | undefined> {
  await lockAlertsOfOwner(tx, userId)
  return lockUser(tx, userId)
}

async function registerNew(
  tx: Tx,
  deps: ServerDeps,
  caller: Caller,
  { username, registration }: SignUp,
): Promise<void> {
  // Inserted before its mailbox is counted, as everywhere: otherwise two concurrent sign-ups could wait for each other.
  const id = await insertPendingUser(tx, username, registration)
  // Another sign-up took the username meanwhile.
  if (id === undefined) return register(tx, deps, caller, { username, registration })
  if (!(await isWithinMailLimits(tx, deps, 'registration', { email: registration.details.email })))
    return deletePendingUser(tx, id)
  await writeAudit(tx, {
    type: 'ACCOUNT',
    subject: { id, username },
    description: 'Started a registration.',
    newValue: { role: 'USER', status: 'P' },
    address: caller.address,
  })
  await sendLink(tx, deps, { id, username, email: registration.details.email }, registration)
}

/**
 * The same username and email again, perhaps from a stranger: this sign-up counts only if its own link is followed, so
 * that no one can choose another person's password.
 */
async function repeatRegistration(
  tx: Tx,
  deps: ServerDeps,
  caller: Caller,
  { holder, registration }: Pending,
): Promise<void> {
  if (!(await isWithinMailLimits(tx, deps, 'registration', { accountId: holder.id, email: holder.email }))) return
  await auditHolder(tx, caller, holder, 'Repeated a registration; sent a new link.')
  await sendLink(tx, deps, holder, registration)
}

/**
 * Another email from the browser that registered: the first one was mistyped. Past the daily limit of new addresses
 * nothing happens, and the answer is the same.
 */
async function correctEmail(
  tx: Tx,
  deps: ServerDeps,
  caller: Caller,
  { holder, registration }: Pending,
): Promise<void> {
  const { email } = registration.details
  if (!(await isNewAddressAllowed(tx, holder.id, email))) return
  if (!(await isWithinMailLimits(tx, deps, 'registration', { accountId: holder.id, email }))) return
  await correctPendingUser(tx, holder.id, registration)
  await auditHolder(tx, caller, holder, 'Corrected the email of a registration from the same browser.')
  await sendLink(tx, deps, { ...holder, email }, registration)
}

async function sendLink(tx: Tx, deps: ServerDeps, holder: Holder, registration: Registration): Promise<void> {
  const registrationId = await insertRegistration(tx, holder.id, registration)
  await spaceLinks(tx, await emailRegistrationLink(tx, deps, holder, registrationId))
}

const auditHolder = (tx: Tx, { address }: Caller, { id, username }: Holder, description: string) =>
  writeAudit(tx, { type: 'ACCOUNT', subject: { id, username }, description, address })
