import {
  assertNewAddressesAllowed,
  changeAccountContact,
  countAlertsByContact,
} from '#server/features/recipients/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findUser, lockUser, type UserRow } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import type { Profile, UserDetails } from '#shared/contract/account.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { movedPhoneProblems } from '#shared/domain/user/moved-phone.ts'
import { detailsProblems } from '#shared/domain/user/user.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { assertNotJustEmailed } from '../account/just-mailed.queries.ts'
import { manyLinks } from '../account/ticket-texts.ts'
import { endTickets } from '../account/ticket.queries.ts'
import { toUserDetails, deletePendingEmail, updateProfile } from '../account/user.queries.ts'
import { usernameForEmail } from '../account/verified-email.queries.ts'

const toProfile = (row: UserRow): Omit<Profile, 'alertsByEmail' | 'alertsByPhone'> => ({
  username: row.username,
  ...toUserDetails(row),
  pendingEmail: row.pending_email ?? '',
})

/** The logged-in user's own details. */
export async function readProfile(db: Db | Tx, userId: number): Promise<Profile> {
  const row = await findUser(db, userId)
  if (!row) throw new AppError('missing', messages.notFound)
  return { ...toProfile(row), ...(await countAlertsByContact(db, row)) }
}

/**
 * Saves the logged-in user's own details. A new email takes effect when its link is followed; until then the old one
 * stays, and immediately gets an email with a link that cancels the change.
 * @param moveAlerts whether the alerts that go to the old email move to the new one
 * @param moveTexts whether text alerts that go to the old phone move to the new one, whose owner agrees to them
 * @returns the profile after the save, and the message for the user
 * @throws AppError `refused` with a text on each wrong field; `recentPasswordRequired` for another email
 */
export async function saveProfile(
  deps: ServerDeps,
  actor: Actor,
  details: UserDetails,
  { moveAlerts = false, moveTexts = false }: { moveAlerts?: boolean; moveTexts?: boolean } = {},
): Promise<{ profile: Profile; message: string }> {
  assertNoProblems(detailsProblems(details, rights[actor.role].controlPanel ? 'name and email' : 'everything'))
  const isNew = (email: string) => email.toLowerCase() !== details.email.toLowerCase()
  // The link that sets a password goes to the email.
  if (isNew(actor.email)) assertRecentPassword(actor.session)
  const settings = await deps.settings.current()
  if (moveTexts) assertNoProblems(movedPhoneProblems(details, settings))
  return inTransaction(deps.db, async (tx) => {
    await lockAlertsOfOwner(tx, actor.id)
    if (isNew(actor.email)) {
      const link = { template: 'confirm-profile-email', userId: actor.id, email: details.email } as const
      await assertNotJustEmailed(tx, link, 'email')
      await assertNewAddressesAllowed(tx, actor.id, [{ field: 'email', address: details.email }])
      if (!(await isWithinMailLimits(tx, deps, 'confirm-profile-email', { accountId: actor.id, email: details.email })))
        assertNoProblems({ email: manyLinks })
    }
    const before = await lockUser(tx, actor.id)
    if (!before) throw new AppError('missing', messages.notFound)
    // The same address in different case is not a new one.
    const same = !isNew(before.email)
    const email = same ? details.email : before.email
    const pendingEmail = same ? before.pending_email : details.email
    const movesAlerts = same ? before.pending_email_moves_alerts : moveAlerts
    await updateProfile(tx, actor.id, { ...details, email, pendingEmail, movesAlerts })
    if (!same) {
      await emailNewAddress(tx, deps, actor, details.email)
      await emailOldAddress(tx, deps, before)
    }
    const { asked } = await changeAccountContact(tx, deps, {
      ownerId: actor.id,
      actor,
      channel: 'PHONE',
      from: before.phone,
      to: details.phone,
      move: moveTexts ? { acknowledged: true } : undefined,
      settings,
    })
    const profile = await readProfile(tx, actor.id)
    const { alertsByEmail: _emails, alertsByPhone: _texts, ...saved } = profile
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: actor,
      description: 'The owner changed the profile.',
      oldValue: toProfile(before),
      newValue: saved,
      address: actor.address,
    })
    const link = `We emailed a link to ${details.email}. We will use the new email once you follow it.`
    return { profile, message: ['Profile updated.', ...(same ? [] : [link]), ...asked].join(' ') }
  })
}

/** Cancels a new email that was a mistake or never arrived; the old one stays in effect. */
export async function dropPendingEmail({ db }: Pick<ServerDeps, 'db'>, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockUser(tx, actor.id)
    if (!before?.pending_email) return
    await deletePendingEmail(tx, actor.id)
    await endTickets(tx, actor.id, 'profile-email')
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: actor,
      description: 'The owner canceled a change of email.',
      oldValue: { pendingEmail: before.pending_email },
      newValue: { pendingEmail: '' },
      address: actor.address,
    })
  })
}

async function emailNewAddress(tx: Tx, deps: ServerDeps, actor: Actor, email: string): Promise<void> {
  await endTickets(tx, actor.id, 'profile-email')
  await queueAccountEmail(tx, deps, {
    template: 'confirm-profile-email',
    target: email,
    userId: actor.id,
    data: { username: actor.username },
  })
}

/** The reader of the old mailbox may not be the one who asked. */
async function emailOldAddress(tx: Tx, deps: ServerDeps, owner: UserRow): Promise<void> {
  if (!owner.email) return
  await queueAccountEmail(tx, deps, {
    template: 'email-change-asked',
    target: owner.email,
    userId: owner.id,
    data: { username: await usernameForEmail(tx, owner) },
  })
}
