import { createHash, randomBytes } from 'node:crypto'
import type { SignUpInput } from '#shared/contract/account.ts'
import { defaultLanguage } from '#shared/contract/languages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { detailsIn, signUpProblems } from '#shared/domain/user/user.ts'
import { throttledAddress } from '#server/platform/address-block.ts'
import { hashPassword } from '../account/password.ts'
import { countOrThrow } from '#server/platform/throttle.queries.ts'
import type { Caller, CookieJar } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { inConstantTime } from '#server/platform/constant-time.ts'
import { newPasswordProblems } from '../account/new-password.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import { emailRegistrationLink } from './registration-link.ts'
import {
  correctPendingUser,
  deletePendingUser,
  insertPendingUser,
  insertRegistration,
  isFromOneBrowser,
  type Registration,
} from './registration.queries.ts'
import { findAccount } from '../account/user.queries.ts'
import { findAccountsByEmail } from '../account/verified-email.queries.ts'
import { lockUser } from '#server/platform/find-user.queries.ts'

type SignUp = { username: string; registration: Registration }
type Holder = { id: number; username: string; email: string }

/**
 * Registers a resident, who can log in once the emailed link was followed. The answer and its time are the same
 * whether the username or the email is in use; that is told only by email to the address entered (decisions,
 * section 4). What validation refuses does not count as a try.
 * @throws AppError `refused` with a text on each wrong field; `tooMany`
 */
export async function signUp(deps: ServerDeps, caller: Caller, input: SignUpInput, cookies: CookieJar): Promise<void> {
  assertNoProblems({ ...signUpProblems(input), ...(await newPasswordProblems(deps, input.username, input)) })
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  // Given to everybody, so that it says nothing of what came of the sign-up.
  const browser = cookies.registrationToken ?? randomBytes(32).toString('base64url')
  cookies.setRegistrationToken(browser)
  await inConstantTime(async () => {
    const registration: Registration = {
      passwordHash: await hashPassword(input.password),
      language: input.language ?? defaultLanguage,
      details: detailsIn(input),
      browserHash: createHash('sha256').update(browser).digest(),
    }
    await deps.db.transaction().execute((tx) => register(deps, caller, tx, { username: input.username, registration }))
  })
}

async function register(deps: ServerDeps, caller: Caller, tx: Tx, signUp: SignUp): Promise<void> {
  const { username, registration } = signUp
  const { email } = registration.details
  const holder = await findAccount(tx, username)
  if (!holder) return registerNew(deps, caller, tx, signUp)
  // Held, so that its link is not followed, nor its email corrected, in between.
  const pending = holder.status === 'P' && (await lockUser(tx, holder.id))
  if (pending && pending.status === 'P' && pending.email.toLowerCase() === email.toLowerCase())
    return repeat(deps, caller, tx, pending, registration)
  if (pending && pending.status === 'P' && (await isFromOneBrowser(tx, pending.id, registration.browserHash)))
    return correct(deps, caller, tx, pending, registration)
  await auditHolder(caller, tx, holder, 'Tried to register with a username that is taken.')
  if (!(await isWithinMailLimits(deps, tx, 'taken-username', { email }))) return
  const usernames = (await findAccountsByEmail(tx, email)).flatMap((account) =>
    account.verified ? [account.username] : [],
  )
  await queueAccountEmail(deps, tx, {
    template: 'taken-username',
    target: email,
    userId: null,
    data: { username, usernames },
  })
}

async function registerNew(
  deps: ServerDeps,
  caller: Caller,
  tx: Tx,
  { username, registration }: SignUp,
): Promise<void> {
  // Before its mailbox is counted, as everywhere: two sign-ups at once would else wait for each other.
  const id = await insertPendingUser(tx, username, registration)
  // Somebody else took the username at this very moment.
  if (id === undefined) return register(deps, caller, tx, { username, registration })
  if (!(await isWithinMailLimits(deps, tx, 'registration', { email: registration.details.email })))
    return deletePendingUser(tx, id)
  await writeAudit(tx, {
    type: 'ACCOUNT',
    subject: { id, username },
    description: 'Started a registration.',
    newValue: { role: 'USER', status: 'P' },
    address: caller.address,
  })
  await sendLink(deps, tx, { id, username, email: registration.details.email }, registration)
}

/**
 * The same username and email once more, perhaps by somebody else: what is entered now counts if its own link is the
 * one that is followed, so that nobody chooses the password of another.
 */
async function repeat(
  deps: ServerDeps,
  caller: Caller,
  tx: Tx,
  holder: Holder,
  registration: Registration,
): Promise<void> {
  if (!(await isWithinMailLimits(deps, tx, 'registration', { accountId: holder.id, email: holder.email }))) return
  await auditHolder(caller, tx, holder, 'Repeated a registration; sent a new link.')
  await sendLink(deps, tx, holder, registration)
}

/** Another email from the browser that made the registration: the first one was mistyped. */
async function correct(
  deps: ServerDeps,
  caller: Caller,
  tx: Tx,
  holder: Holder,
  registration: Registration,
): Promise<void> {
  const { email } = registration.details
  if (!(await isWithinMailLimits(deps, tx, 'registration', { accountId: holder.id, email }))) return
  await correctPendingUser(tx, holder.id, registration)
  await auditHolder(caller, tx, holder, 'Corrected the email of a registration from the same browser.')
  await sendLink(deps, tx, { ...holder, email }, registration)
}

async function sendLink(deps: ServerDeps, tx: Tx, holder: Holder, registration: Registration): Promise<void> {
  const registrationId = await insertRegistration(tx, holder.id, registration)
  await emailRegistrationLink(deps, tx, holder, registrationId)
}

const auditHolder = ({ address }: Caller, tx: Tx, { id, username }: Holder, description: string) =>
  writeAudit(tx, { type: 'ACCOUNT', subject: { id, username }, description, address })
