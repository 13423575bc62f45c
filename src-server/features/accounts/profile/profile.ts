import type { Profile, UserDetails } from '#shared/contract/account.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { detailsProblems } from '#shared/domain/user/user.ts'
import { refuseNewAddresses } from '#server/features/recipients/limit-new-addresses.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { wantFreshPassword } from '#server/trpc/recent-password.ts'
import { mayBeMailed, queueAccountMail } from '../account/account-mail.ts'
import { detailsOf } from '#server/features/users/managed-user.ts'
import { refuseJustMailed } from '../account/just-mailed.queries.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { endTickets } from '../account/ticket.queries.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { dropPending, findUser, lockUser, updateProfile, type UserRow } from '../account/user.queries.ts'
import { nameFor } from '../account/verified-email.queries.ts'

const profileOf = (row: UserRow): Profile => ({
  username: row.username,
  ...detailsOf(row),
  pendingEmail: row.pending_email ?? '',
})

/** The signed-in user's own details. */
export async function readProfile(db: Db | Tx, userId: number): Promise<Profile> {
  const row = await findUser(db, userId)
  if (!row) throw new AppError('missing', messages.notFound)
  return profileOf(row)
}

/**
 * Saves the signed-in user's own details. A new email waits until the link that is mailed to it is followed; the old
 * one counts until then, and hears of it at once, with a link that stops it (decisions, section 4).
 * @returns the profile after the save, and what to tell the user
 * @throws AppError `refused` with a text on each wrong field; `recentPasswordRequired` for another email
 */
export async function saveProfile(
  ctx: UserContext,
  details: UserDetails,
): Promise<{ profile: Profile; message: string }> {
  const { user } = ctx
  refuseFields(detailsProblems(details, rights[user.role].controlPanel ? 'name and email' : 'everything'))
  const isNew = (email: string) => email.toLowerCase() !== details.email.toLowerCase()
  // To the email goes the link that sets a password.
  if (isNew(user.email)) wantFreshPassword(ctx.session)
  return ctx.db.transaction().execute(async (tx) => {
    if (isNew(user.email)) {
      const link = { template: 'confirm-profile-email', userId: user.id, email: details.email } as const
      await refuseJustMailed(tx, link, 'email')
      await refuseNewAddresses(tx, user.id, [{ field: 'email', address: details.email }])
      if (!(await mayBeMailed(ctx, tx, 'confirm-profile-email', { accountId: user.id, email: details.email })))
        refuseFields({ email: ticketTexts.registration.manyLinks })
    }
    const before = await lockUser(tx, user.id)
    if (!before) throw new AppError('missing', messages.notFound)
    // Another way of writing the same address is no new one.
    const same = !isNew(before.email)
    const email = same ? details.email : before.email
    const pendingEmail = same ? before.pending_email : details.email
    await updateProfile(tx, user.id, { ...details, email, pendingEmail })
    if (!same) {
      await askNewAddress(ctx, tx, details.email)
      await tellOldAddress(ctx, tx, before)
    }
    const profile = await readProfile(tx, user.id)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: user,
      subject: user,
      description: 'The profile was changed by its owner.',
      oldValue: profileOf(before),
      newValue: profile,
      address: ctx.address,
    })
    const asked = `  We emailed a link to ${details.email}.  The new email counts once you follow it.`
    return { profile, message: `Profile updated.${same ? '' : asked}` }
  })
}

/** A new email that was asked for by mistake, or never reached, is let go; the old one goes on counting. */
export async function dropPendingEmail({ db, user, address }: UserContext): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await lockUser(tx, user.id)
    if (!before?.pending_email) return
    await dropPending(tx, user.id)
    await endTickets(tx, user.id, 'profile-email')
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: user,
      subject: user,
      description: 'A new email was let go by its owner.',
      oldValue: { pendingEmail: before.pending_email },
      newValue: { pendingEmail: '' },
      address,
    })
  })
}

async function askNewAddress(ctx: UserContext, tx: Tx, email: string): Promise<void> {
  await endTickets(tx, ctx.user.id, 'profile-email')
  await queueAccountMail(ctx, tx, {
    template: 'confirm-profile-email',
    target: email,
    userId: ctx.user.id,
    data: { username: ctx.user.username },
  })
}

/** Whoever reads the old mailbox may not be the one who asked. */
async function tellOldAddress(ctx: UserContext, tx: Tx, owner: UserRow): Promise<void> {
  if (!owner.email) return
  await queueAccountMail(ctx, tx, {
    template: 'email-change-asked',
    target: owner.email,
    userId: owner.id,
    data: { username: await nameFor(tx, owner) },
  })
}
