import { createHash, randomBytes } from 'node:crypto'
import type { SignUpInput } from '#shared/contract/account.ts'
import { defaultLanguage } from '#shared/contract/languages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { pickDetails, signUpProblems } from '#shared/domain/user/user.ts'
import { throttledAddress } from '#server/platform/address-block.ts'
import { hashPassword } from '../account/password.ts'
import { countOrRefuse } from '#server/platform/throttle.queries.ts'
import type { Context } from '#server/trpc/context.ts'
import { mayBeMailed, queueAccountMail } from '../account/account-mail.ts'
import { inEvenTime } from '#server/platform/constant-time.ts'
import { newPasswordProblems } from '../account/new-password.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { mailRegistrationLink } from './registration-link.ts'
import {
  correctPendingUser,
  dropPendingUser,
  insertPendingUser,
  insertRegistration,
  isOnlyBrowser,
  type Registration,
} from './registration.queries.ts'
import { findAccount, lockUser } from '../account/user.queries.ts'
import { accountsOf } from '../account/verified-email.queries.ts'

type SignUp = { username: string; registration: Registration }
type Holder = { id: number; username: string; email: string }

/**
 * Registers a resident, who can log in once the emailed link was followed. The answer and its time are the same
 * whether the username or the email is in use; that is told only by email to the address entered (decisions,
 * section 4). What validation refuses does not count as a try.
 * @throws AppError `refused` with a text on each wrong field; `tooMany`
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<void> {
  refuseFields({ ...signUpProblems(input), ...(await newPasswordProblems(ctx, input.username, input)) })
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  // Given to everybody, so that it says nothing of what came of the sign-up.
  const browser = ctx.cookies.registrationToken ?? randomBytes(32).toString('base64url')
  ctx.cookies.setRegistrationToken(browser)
  await inEvenTime(async () => {
    const registration: Registration = {
      passwordHash: await hashPassword(input.password),
      language: input.language ?? defaultLanguage,
      details: pickDetails(input),
      browserHash: createHash('sha256').update(browser).digest(),
    }
    await ctx.db.transaction().execute((tx) => register(ctx, tx, { username: input.username, registration }))
  })
}

async function register(ctx: Context, tx: Tx, signUp: SignUp): Promise<void> {
  const { username, registration } = signUp
  const { email } = registration.details
  const holder = await findAccount(tx, username)
  if (!holder) return registerNew(ctx, tx, signUp)
  // Held, so that its link is not followed, nor its email corrected, in between.
  const pending = holder.status === 'P' && (await lockUser(tx, holder.id))
  if (pending && pending.status === 'P' && pending.email.toLowerCase() === email.toLowerCase())
    return repeat(ctx, tx, pending, registration)
  if (pending && pending.status === 'P' && (await isOnlyBrowser(tx, pending.id, registration.browserHash)))
    return correct(ctx, tx, pending, registration)
  await auditHolder(ctx, tx, holder, 'A registration named a username that is taken.')
  if (!(await mayBeMailed(ctx, tx, 'taken-username', { email }))) return
  const usernames = (await accountsOf(tx, email)).flatMap((account) => (account.verified ? [account.username] : []))
  await queueAccountMail(ctx, tx, {
    template: 'taken-username',
    target: email,
    userId: null,
    data: { username, usernames },
  })
}

async function registerNew(ctx: Context, tx: Tx, { username, registration }: SignUp): Promise<void> {
  // Before its mailbox is counted, as everywhere: two sign-ups at once would else wait for each other.
  const id = await insertPendingUser(tx, username, registration)
  // Somebody else took the username at this very moment.
  if (id === undefined) return register(ctx, tx, { username, registration })
  if (!(await mayBeMailed(ctx, tx, 'registration', { email: registration.details.email })))
    return dropPendingUser(tx, id)
  await writeAudit(tx, {
    type: 'ACCOUNT',
    subject: { id, username },
    description: 'Registered; the registration is not complete yet.',
    newValue: { role: 'USER', status: 'P' },
    address: ctx.address,
  })
  await sendLink(ctx, tx, { id, username, email: registration.details.email }, registration)
}

/**
 * The same username and email once more, perhaps by somebody else: what is entered now counts if its own link is the
 * one that is followed, so that nobody chooses the password of another.
 */
async function repeat(ctx: Context, tx: Tx, holder: Holder, registration: Registration): Promise<void> {
  if (!(await mayBeMailed(ctx, tx, 'registration', { accountId: holder.id, email: holder.email }))) return
  await auditHolder(ctx, tx, holder, 'A registration was repeated; a fresh link was sent.')
  await sendLink(ctx, tx, holder, registration)
}

/** Another email from the browser that made the registration: the first one was mistyped. */
async function correct(ctx: Context, tx: Tx, holder: Holder, registration: Registration): Promise<void> {
  const { email } = registration.details
  if (!(await mayBeMailed(ctx, tx, 'registration', { accountId: holder.id, email }))) return
  await correctPendingUser(tx, holder.id, registration)
  await auditHolder(ctx, tx, holder, 'The email of a registration was corrected by the browser that made it.')
  await sendLink(ctx, tx, { ...holder, email }, registration)
}

async function sendLink(ctx: Context, tx: Tx, holder: Holder, registration: Registration): Promise<void> {
  const registrationId = await insertRegistration(tx, holder.id, registration)
  await mailRegistrationLink(ctx, tx, holder, registrationId)
}

const auditHolder = (ctx: Context, tx: Tx, { id, username }: Holder, description: string) =>
  writeAudit(tx, { type: 'ACCOUNT', subject: { id, username }, description, address: ctx.address })
