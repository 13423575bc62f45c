import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type Role, rights } from '#shared/contract/roles.ts'
import type { UserInput } from '#shared/contract/user-manager.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { pickDetails, detailsProblems, newUserProblems } from '#shared/domain/user/user.ts'
import { hashPassword } from '../accounts/account/password.ts'
import { wantFreshPassword } from '#server/trpc/recent-password.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { queueAccountMail } from '../accounts/account/account-mail.ts'
import { lockManagedUser, refuseLastOfItsKind } from './lock-managed-user.ts'
import { detailsOf } from './managed-user.ts'
import { insertManagedUser, lastChange, updateManagedUser } from './managed-user.queries.ts'
import { newPasswordProblems } from '../accounts/account/new-password.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { forgetRegistrations } from '../accounts/registration/registration.queries.ts'
import { endTickets } from '../accounts/account/ticket.queries.ts'
import type { UserRow } from '../accounts/account/user.queries.ts'
import { nameFor } from '../accounts/account/verified-email.queries.ts'

function refuseRole({ user }: UserContext, role: Role): void {
  if (!rights[user.role].manages.includes(role)) throw new AppError('forbidden', messages.notPermitted)
}

/**
 * Makes an active user with the username and password that staff chose.
 * @returns the id
 * @throws AppError `forbidden` for a type that the administrator may not create; `refused` with a text on each field
 */
export async function createManagedUser(ctx: UserContext, input: UserInput): Promise<number> {
  const role = input.role ?? 'USER'
  refuseRole(ctx, role)
  const details = pickDetails(input)
  refuseFields({
    ...newUserProblems(input, 'name and email'),
    ...(await newPasswordProblems(ctx, input.username, input)),
  })
  const { username } = input
  const passwordHash = await hashPassword(input.password)
  return ctx.db.transaction().execute(async (tx) => {
    const id = await insertManagedUser(tx, { username, role, passwordHash, details })
    if (id === undefined)
      throw new AppError('refused', messages.correctFields, { fields: { username: 'This username is taken.' } })
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: ctx.user,
      subject: { id, username },
      description: 'The user was created by staff.',
      newValue: { username, role, status: 'A', ...details },
      address: ctx.address,
    })
    return id
  })
}

/**
 * Saves an active user's details and type as staff enter them. Another type ends the user's sessions; another email
 * counts at once, and the old address is told (decisions, section 4).
 * @throws AppError `missing`; `forbidden` for a type that the administrator may not give; `conflict` where somebody
 * changed the user since `version` was read; `refused` with a text on each field; `recentPasswordRequired` for another
 * email, and where an administrator is made or is one no longer
 */
export async function saveManagedUser(ctx: UserContext, id: number, input: UserInput): Promise<void> {
  const details = pickDetails(input)
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockManagedUser(ctx, tx, id)
    const role = input.role ?? before.role
    refuseRole(ctx, role)
    await refuseOutdated(ctx, tx, before, input.version)
    if (before.status !== 'A')
      throw new AppError('refused', 'Only an active user can be changed.  Activate the user first.')
    refuseFields(detailsProblems(details, 'name and email'))
    const newRole = role !== before.role
    if (newRole) await refuseLastOfItsKind(ctx, tx, before, 'change the type of')
    const newEmail = details.email.toLowerCase() !== before.email.toLowerCase()
    const ofAdministrator = rights[role].controlPanel || rights[before.role].controlPanel
    // To the email goes the link that sets a password.
    if (newEmail || (newRole && ofAdministrator)) wantFreshPassword(ctx.session)
    const named = newEmail ? await nameFor(tx, before) : ''
    await updateManagedUser(tx, id, { role, details, newEmail, endSessions: newRole })
    // What staff entered stands, whichever link of a sign-up is followed later.
    await forgetRegistrations(tx, id)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: ctx.user,
      subject: before,
      description: 'The user was changed by staff.',
      oldValue: { role: before.role, ...detailsOf(before) },
      newValue: { role, ...details },
      address: ctx.address,
    })
    if (newRole) await ctx.enqueue(tx, 'endSessions', {})
    // One that was never verified may be somebody else's: it gets no letter (decisions, section 4).
    if (newEmail) await endLinksTo(tx, before.id)
    if (named !== '') await tellOldAddress(ctx, tx, before, named)
  })
}

/** @throws AppError `conflict`, which says who was faster */
async function refuseOutdated(ctx: UserContext, tx: Tx, row: UserRow, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return
  const change = await lastChange(tx, row.id)
  const by = change?.username ? ` by ${change.username}` : ''
  const at = change ? ` at ${formatTime(change.at, ctx.env.COUNTY_TIME_ZONE)}` : ''
  throw new AppError('conflict', `This page was changed${by}${at}.`)
}

/** The links that were mailed to the old address prove nothing of the new one. */
async function endLinksTo(tx: Tx, id: number): Promise<void> {
  await endTickets(tx, id, 'profile-email')
  await endTickets(tx, id, 'password')
}

async function tellOldAddress(ctx: UserContext, tx: Tx, { id, email }: UserRow, username: string): Promise<void> {
  await queueAccountMail(ctx, tx, { template: 'email-changed', target: email, userId: id, data: { username } })
}
