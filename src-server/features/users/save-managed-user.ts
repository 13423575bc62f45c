import type { Actor } from '#server/platform/actor.ts'
import { assertNoProblems, createProblemsError } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { UserRow } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type Role, rights } from '#shared/contract/roles.ts'
import type { UserInput } from '#shared/contract/user-manager.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { toTargetKey } from '#shared/domain/recipient/correction.ts'
import { movedPhoneProblems } from '#shared/domain/user/moved-phone.ts'
import { pickDetails, detailsProblems, newUserProblems } from '#shared/domain/user/user.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Settings } from '#shared/settings/groups.ts'
import {
  endTickets,
  deleteRegistrations,
  hashPassword,
  usernameForEmail,
  newPasswordProblems,
  queueAccountEmail,
  requireEnrollmentProof,
  toUserDetails,
} from '../accounts/public.ts'
import { assertNewAddressesAllowed, changeAccountContact } from '../recipients/public.ts'
import { lockManagedUser, assertNotSelfOrLastForever } from './lock-managed-user.ts'
import { insertManagedUser, lastChange, updateManagedUser } from './managed-user.queries.ts'
import { tellAdministrators } from './tell-administrators.ts'

function assertManagesRole({ role: own }: Actor, role: Role): void {
  if (!rights[own].manages.includes(role)) throw new AppError('forbidden', messages.notPermitted)
}

/**
 * Creates an active user with the username and password that staff entered.
 * @returns the id
 * @throws AppError `forbidden` for a type that the administrator may not create; `refused` with a text on each field;
 *   `recentPasswordRequired` to make an administrator
 */
export async function createManagedUser(deps: ServerDeps, actor: Actor, input: UserInput): Promise<number> {
  const role = input.role ?? 'USER'
  assertManagesRole(actor, role)
  const details = pickDetails(input)
  assertNoProblems({
    ...newUserProblems(input, 'name and email'),
    ...(await newPasswordProblems(deps, input, input)),
  })
  const { username } = input
  if (rights[role].controlPanel) assertRecentPassword(actor.session)
  const passwordHash = await hashPassword(input.password)
  return inTransaction(deps.db, async (tx) => {
    const id = await insertManagedUser(tx, { username, role, passwordHash, details })
    if (id === undefined) throw createProblemsError({ username: 'This username is taken.' })
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: { id, username },
      description: 'Staff created the user.',
      newValue: { username, role, status: 'A', ...details },
      address: actor.address,
    })
    if (rights[role].controlPanel)
      await welcomeAdministrator(tx, deps, actor, { added: { id, username, role }, before: 'USER' })
    return id
  })
}

/**
 * Saves an active user's details and type as staff enter them. Another type ends the user's sessions; another email
 * takes effect immediately, and we email the old address. Alerts that use the old email or phone move to the new one if
 * staff choose that.
 * @throws AppError `missing`; `forbidden` for a type that the administrator may not give; `conflict` if the user was
 *   changed since `version` was read; `refused` with a text on each field; `recentPasswordRequired` for another email,
 *   if text alerts move, and if an administrator is made or removed
 * @returns what we sent to have a new email or phone verified for the alerts that moved, as sentences for staff
 */
export async function saveManagedUser(deps: ServerDeps, actor: Actor, id: number, input: UserInput): Promise<string[]> {
  const details = pickDetails(input)
  const settings = await deps.settings.current()
  return inTransaction(deps.db, async (tx) => {
    await lockAlertsOfOwner(tx, id)
    const before = await lockManagedUser(tx, actor, id)
    const role = input.role ?? before.role
    assertManagesRole(actor, role)
    await assertCurrentVersion(tx, deps, before, input.version)
    if (before.status !== 'A')
      throw new AppError('refused', 'You can change only active users. Activate the user first.')
    const newPhone = toTargetKey('PHONE', details.phone) !== toTargetKey('PHONE', before.phone)
    const movesTexts = newPhone && input.moveTexts === true
    assertNoProblems({
      ...detailsProblems(details, 'name and email'),
      ...(movesTexts ? movedPhoneProblems(details, settings) : {}),
    })
    const newRole = role !== before.role
    if (newRole) await assertNotSelfOrLastForever(tx, actor, before, 'change the type of')
    const newEmail = details.email.toLowerCase() !== before.email.toLowerCase()
    const ofAdministrator = rights[role].controlPanel || rights[before.role].controlPanel
    // The link that sets a password is sent to the email; and a stranger at a clerk's open browser must not silence a
    // resident.
    if (newEmail || movesTexts || (newRole && ofAdministrator)) assertRecentPassword(actor.session)
    const named = newEmail ? await usernameForEmail(tx, before) : ''
    await updateManagedUser(tx, id, { role, details, newEmail, endSessions: newRole })
    // What staff entered wins over a sign-up link that is followed later.
    await deleteRegistrations(tx, id)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: before,
      description: 'Staff changed the user.',
      oldValue: { role: before.role, ...toUserDetails(before) },
      newValue: { role, ...details },
      address: actor.address,
    })
    if (newRole) await deps.enqueue(tx, 'endSessions', {})
    if (newRole && rights[role].controlPanel)
      await welcomeAdministrator(tx, deps, actor, {
        added: { id, username: before.username, role },
        before: before.role,
      })
    // An unverified old address may be a stranger's, so it gets no message.
    if (newEmail) await endLinksToOldEmail(tx, before.id)
    if (named !== '') await emailOldAddress(tx, deps, before, named)
    return moveAlerts(tx, deps, { actor, before, input, settings })
  })
}

type Moving = { actor: Actor; before: UserRow; input: UserInput; settings: Settings }

/** Alerts that use the old email or phone move to the new one if staff choose that; their readers are notified. */
async function moveAlerts(tx: Tx, deps: ServerDeps, { actor, before, input, settings }: Moving): Promise<string[]> {
  const change = { ownerId: before.id, actor, settings }
  const newEmail = input.email.toLowerCase() !== before.email.toLowerCase()
  if (input.moveAlerts && newEmail)
    await assertNewAddressesAllowed(tx, before.id, [{ field: 'email', address: input.email }])
  const email = await changeAccountContact(tx, deps, {
    ...change,
    channel: 'EMAIL',
    from: before.email,
    to: input.email,
    move: input.moveAlerts ? { acknowledged: true, belongsToOther: input.emailBelongsToOther === true } : undefined,
  })
  const phone = await changeAccountContact(tx, deps, {
    ...change,
    channel: 'PHONE',
    from: before.phone,
    to: input.phone,
    move: input.moveTexts ? { acknowledged: true, belongsToOther: input.phoneBelongsToOther === true } : undefined,
  })
  return [...email.asked, ...phone.asked]
}

/**
 * A new administrator, or one of another type: the others of that type are notified, and the new one's app needs a
 * proof.
 */
async function welcomeAdministrator(
  tx: Tx,
  deps: ServerDeps,
  actor: Actor,
  { added, before }: { added: { id: number; username: string; role: Role }; before: Role },
): Promise<void> {
  if (!rights[before].controlPanel) await requireEnrollmentProof(tx, added.id)
  await tellAdministrators(tx, deps, actor, added)
}

/** @throws AppError `conflict`, naming the user who saved first */
async function assertCurrentVersion(
  tx: Tx,
  deps: ServerDeps,
  row: UserRow,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === row.version) return
  const change = await lastChange(tx, row.id)
  const by = change?.username ? ` by ${change.username}` : ''
  const at = change ? ` at ${formatTime(change.at, deps.env.COUNTY_TIME_ZONE)}` : ''
  throw new AppError('conflict', `This page was changed${by}${at}.`)
}

/** Links to the old address prove nothing about the new one. */
async function endLinksToOldEmail(tx: Tx, id: number): Promise<void> {
  await endTickets(tx, id, 'profile-email')
  await endTickets(tx, id, 'password')
}

async function emailOldAddress(tx: Tx, deps: ServerDeps, { id, email }: UserRow, username: string): Promise<void> {
  await queueAccountEmail(tx, deps, { template: 'email-changed', target: email, userId: id, data: { username } })
}
