import type { Actor, AuditActor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findUser } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import type { AlertInput } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { changedMeanwhile, messages } from '#shared/contract/messages.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { alertProblems, type AlertRules, type EditedAlert } from '#shared/domain/alert/alert.ts'
import { dayFromWire, dayToWire, formatTime } from '#shared/domain/dates.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import {
  criteriaToRow,
  type MatchOptionColumns,
  toMatchOptionsFromRow,
} from '#shared/node/domain/alerts/criteria-columns.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { withNoticeChanges } from '../notice-changes/public.ts'
import {
  assertNewAddressesAllowed,
  findAlertTargets,
  type NewRecipient,
  verifyNewRecipients,
} from '../recipients/public.ts'
import { enteredEmails, upsertRecipients, linkToAlert } from './alert-recipients.ts'
import { alertRules } from './alert-rules.ts'
import { type AlertValues, countAlerts, insertAlert, lockAlert, markOwnerActive, updateAlert } from './alert.queries.ts'
import { deleteExceptions } from './exceptions.queries.ts'
import { keepAbsent } from './keep-absent.ts'

/** The maximum per account: far above what a household needs, and low enough not to slow a county down. */
export const maxAlertsPerUser = 1000

export type SaveDeps = Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>

export type Owner = { id: number; username: string }
/** The owner of the alerts, who writes them, and under which settings and rules. */
export type Writing = { owner: Owner; actor: AuditActor; settings: Settings; rules: AlertRules }

type SaveOptions = {
  /** The alert's owner, if not the actor: the actor may be an administrator. */
  owner?: Owner
  /** The owner of an existing alert until now, if an administrator gives it to another user. */
  from?: number
  /** The version of an existing alert that the caller has seen; without it the last save wins. */
  version?: number | undefined
  /** The session of staff, who need a recent password to take a recipient from another's alert. */
  session?: Actor['session'] | undefined
}

/**
 * Saves a new or existing alert of one owner and starts verification of each recipient that is new to it, all in one
 * transaction: alert, keys, recipients, consent, audit row and the requests to verify. Recipients who got its notices
 * are notified of what the save ends or moves.
 * @param given match options of an existing alert that it leaves out stay as they are
 * @returns the alert's id and the message for the user
 * @throws AppError `refused` with a text on each wrong field; `missing` if the owner has no such alert; `conflict` if
 *   it was changed since that version; `recentPasswordRequired` if staff take a recipient from another's alert
 */
export async function saveAlert(
  deps: SaveDeps,
  actor: AuditActor,
  given: AlertInput,
  { owner = actor, from = owner.id, version, session }: SaveOptions = {},
): Promise<{ id: number; message: string }> {
  const settings = await deps.settings.current()
  const writing = { owner, actor, settings, rules: alertRules(settings, deps.env) }
  return inTransaction(deps.db, async (tx) => {
    await lockAlertsOfOwner(tx, owner.id)
    const existing = given.id ? await lockAlert(tx, given.id, from) : undefined
    if (given.id && !existing) throw new AppError('missing', messages.notFound)
    if (existing && version !== undefined) await assertCurrentVersion(tx, deps, existing, { version, owner, actor })
    const input = existing ? keepAbsent(given, existing) : given
    assertNoProblems(alertProblems(input, writing.rules, existing && (await readEditedAlert(tx, existing))))
    if (existing?.user_id !== owner.id) await assertAlertLimit(tx, owner.id, 1)
    const alertIds = existing ? [existing.id] : []
    const byStaff = actor.id !== from
    const belongsToOther = byStaff && given.belongsToOther === true
    const { id, newRecipients, isShorter } = await withNoticeChanges(
      tx,
      deps,
      { alertIds, actor, belongsToOther },
      () => writeAlert(tx, input, existing, writing),
    )
    // A stranger at a browser that staff left open must not silence a resident.
    if (byStaff && isShorter) assertRecentPassword(session ?? { hasRecentPassword: false })
    return { id, message: await finishSave(tx, deps, { done: 'Alert saved.', newRecipients, writing }) }
  })
}

/** What the rules need to know about the edited alert. */
async function readEditedAlert(
  tx: Tx,
  existing: { id: number } & Pick<AlertValues, 'alert_type' | 'paused_until'>,
): Promise<EditedAlert> {
  const { emails, phones } = await findAlertTargets(tx, existing.id)
  return {
    alertType: existing.alert_type,
    pausedUntil: dayToWire(existing.paused_until),
    alertEmailAddresses: emails.map((value) => ({ value })),
    alertPhones: phones.map((value) => ({ value })),
  }
}

/** Writes one valid alert. Returns the recipients that are new to it, and whether its owner lost one. */
export async function writeAlert(
  tx: Tx,
  input: AlertInput,
  existing: Awaited<ReturnType<typeof lockAlert>>,
  { owner, actor, rules }: Writing,
): Promise<{ id: number; newRecipients: NewRecipient[]; isShorter: boolean }> {
  await assertNewAddressesAllowed(tx, owner.id, enteredEmails(input))
  const values = toAlertValues(input, actor)
  const id = existing?.id ?? (await insertAlert(tx, owner.id, values))
  if (existing) await updateAlert(tx, id, owner.id, values)
  if (existing && existing.user_id !== owner.id) await deleteExceptions(tx, id)
  await saveAlertKeys(tx, [{ id, criteria: input.criteria, mask: rules.mask }])

  const { emails, phones } = await upsertRecipients(tx, input, { owner, actor, rules })
  const targetsBefore = existing && (await findAlertTargets(tx, id))
  const newRecipients = await linkToAlert(tx, id, { emails, phones })
  await writeAudit(tx, {
    type: 'ALERT',
    actor,
    subject: owner,
    description: existing ? 'Changed an alert.' : 'Added an alert.',
    oldValue: existing && {
      id,
      userId: existing.user_id,
      name: existing.name,
      criteria: existing.criteria,
      status: existing.status,
      ...toAuditChoices(existing),
      ...targetsBefore,
    },
    newValue: {
      id,
      userId: owner.id,
      name: values.name,
      criteria: values.criteria,
      status: values.status,
      ...toAuditChoices(values),
      emails: emails.map(({ target }) => target),
      phones: phones.map(({ target }) => target),
    },
    address: actor.address,
  })
  const after = [...emails, ...phones].map(({ target }) => target)
  const before = targetsBefore ? [...targetsBefore.emails, ...targetsBefore.phones] : []
  const isMoved = existing !== undefined && existing.user_id !== owner.id
  return { id, newRecipients, isShorter: isMoved || before.some((target) => !after.includes(target)) }
}

/** The choices, in addition to the criteria, that decide whom an alert notifies: for the audit log. */
const toAuditChoices = (alert: Pick<AlertValues, 'paused_until' | 'former_last_name'> & MatchOptionColumns) => ({
  formerLastName: alert.former_last_name,
  pausedUntil: alert.paused_until,
  ...toMatchOptionsFromRow(alert),
})

/** Asks the new recipients to verify, marks the owner active, and wakes delivery. Returns the message for the user. */
export async function finishSave(
  tx: Tx,
  { enqueue }: Pick<SaveDeps, 'enqueue'>,
  { done, newRecipients, writing }: { done: string; newRecipients: NewRecipient[]; writing: Writing },
): Promise<string> {
  const asked = await verifyNewRecipients(tx, newRecipients, writing)
  await markOwnerActive(tx, writing.owner.id)
  await enqueue(tx, 'wakeDelivery', {})
  return [done, ...asked].join('  ')
}

/**
 * If two people edit one page, the second to save gets an error instead of overwriting the first. Owners do not learn
 * an administrator's username, which is half of a login.
 */
async function assertCurrentVersion(
  tx: Tx,
  { env }: Pick<ServerDeps, 'env'>,
  existing: { version: number; updated_at: Date; updated_by: number | null },
  { version, owner, actor }: Pick<Writing, 'owner' | 'actor'> & { version: number },
): Promise<void> {
  if (existing.version === version) return
  const by = existing.updated_by === null ? undefined : await findUser(tx, existing.updated_by)
  const hidden = by && by.id !== owner.id && actor.id === owner.id
  const name = hidden ? 'staff' : (by?.username ?? 'somebody')
  throw new AppError('conflict', changedMeanwhile(name, formatTime(existing.updated_at, env.COUNTY_TIME_ZONE)))
}

/** Why the owner may not add that many alerts; undefined if they may. */
export async function findAlertLimitProblem(tx: Tx, ownerId: number, added: number): Promise<string | undefined> {
  const count = await countAlerts(tx, { userId: ownerId }, '9999-12-31')
  return count + added > maxAlertsPerUser
    ? `An account can have up to ${maxAlertsPerUser} alerts. Please remove one first.`
    : undefined
}

export async function assertAlertLimit(tx: Tx, ownerId: number, added: number): Promise<void> {
  const problem = await findAlertLimitProblem(tx, ownerId, added)
  if (problem !== undefined) throw new AppError('refused', problem)
}

const toAlertValues = ({ name, criteria, statusType, pausedUntil }: AlertInput, actor: AuditActor): AlertValues => ({
  name,
  ...criteriaToRow(criteria),
  criteria: formatCriteria(criteria),
  status: statusType,
  paused_until: dayFromWire(pausedUntil),
  rule_version: RULE_VERSION,
  updated_by: actor.id,
})
