import type { SignUpInput } from '#shared/contract/account.ts'
import { defaultLanguage } from '#shared/contract/languages.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import type { Tx } from '#shared/node/db/client.ts'
import { signUpProblems } from '#shared/rules/user.ts'
import { throttledAddress } from '../session/address-block.ts'
import { hashPassword } from '../session/password.ts'
import { countOrRefuse } from '../session/throttle.queries.ts'
import type { Context } from '../trpc/context.ts'
import { mailboxTakes, queueAccountMail } from './account-mail.ts'
import { inEvenTime } from './even-time.ts'
import { newPasswordProblems } from './new-password.ts'
import { refuseFields } from './refuse-fields.ts'
import { accountsOf, findAccount, insertRegistration } from './user.queries.ts'

/**
 * Registers a resident, who can log in once the emailed link was followed. The answer and its time are the same
 * whether the username or the email is in use; that is told only by email to the address entered (decisions,
 * section 4). What validation refuses does not count as a try.
 * @throws AppError `refused` with a text on each wrong field; `tooMany`
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<void> {
  refuseFields({ ...signUpProblems(input), ...newPasswordProblems(input) })
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  await inEvenTime(async () => {
    const passwordHash = await hashPassword(input.password)
    // One count for every outcome: the answer says 'emailed' in any case.
    if (!(await mailboxTakes(ctx, 'registration', input.email))) return
    await ctx.db.transaction().execute((tx) => register(ctx, tx, input, passwordHash))
  })
}

async function register(ctx: Context, tx: Tx, input: SignUpInput, passwordHash: string): Promise<void> {
  const { username, email } = input
  const language = input.language ?? defaultLanguage
  const id = await insertRegistration(tx, { username, passwordHash, language, details: input })
  if (id !== undefined) {
    await writeAudit(tx, {
      type: 'ACCOUNT',
      subject: { id, username },
      description: 'Registered; the registration is not complete yet.',
      newValue: { role: 'USER', status: 'P' },
      address: ctx.address,
    })
    return sendLink(ctx, tx, { id, username }, email, false)
  }
  const holder = await findAccount(tx, username)
  if (holder?.status === 'P' && holder.email.toLowerCase() === email.toLowerCase()) {
    await auditHolder(ctx, tx, holder, 'A registration was repeated; a fresh link was sent.')
    // What was entered first stands: whoever repeats a sign-up must not choose the password of the one before.
    return sendLink(ctx, tx, holder, holder.email, true)
  }
  if (holder) await auditHolder(ctx, tx, holder, 'A registration named a username that is taken.')
  const usernames = (await accountsOf(tx, email)).map((account) => account.username)
  await queueAccountMail(ctx, tx, {
    template: 'taken-username',
    target: email,
    userId: null,
    data: { username, usernames },
  })
}

async function sendLink(
  ctx: Context,
  tx: Tx,
  { id, username }: { id: number; username: string },
  email: string,
  again: boolean,
): Promise<void> {
  const usernames = (await accountsOf(tx, email, id)).map((account) => account.username)
  await queueAccountMail(ctx, tx, {
    template: 'registration',
    target: email,
    userId: id,
    data: { username, usernames, again },
  })
}

const auditHolder = (ctx: Context, tx: Tx, subject: { id: number; username: string }, description: string) =>
  writeAudit(tx, { type: 'ACCOUNT', subject, description, address: ctx.address })
