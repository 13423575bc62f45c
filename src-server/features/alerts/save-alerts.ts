import type { AuditActor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import type { AlertInput } from '#shared/contract/alert.ts'
import type { HouseholdInput } from '#shared/contract/several-alerts.ts'
import { alertsProblems } from '#shared/domain/alert/alerts.ts'
import { toHouseholdAlerts, householdProblems } from '#shared/domain/alert/household.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { NewRecipient } from '../recipients/public.ts'
import { alertRules } from './alert-rules.ts'
import { assertAlertLimit, finishSave, type Owner, type SaveDeps, writeAlert, type Writing } from './save-alert.ts'

type Saved = { ids: number[]; message: string }

/**
 * Saves the alerts of a household, all new, or none of them: by the rules of single alerts, in one transaction. They
 * share their recipients, and each recipient gets one request to verify.
 * @returns the alerts' ids in the order given, and the message for the user
 * @throws AppError `refused` with a text on each wrong field, such as `alerts.1.lastName`, or if the owner would have
 *   too many alerts
 */
export async function saveHousehold(deps: SaveDeps, actor: AuditActor, input: HouseholdInput): Promise<Saved> {
  const writing = await toWriting(deps, actor, actor)
  assertNoProblems(householdProblems(input, writing.rules))
  return saveNew(deps, toHouseholdAlerts(input), writing)
}

/**
 * Saves several new alerts of one owner, or none of them, such as one for each parcel of an address: by the rules of
 * single alerts, in one transaction. A recipient of several gets one request to verify.
 * @param owner the owner of the alerts, if not the actor: the actor may be an administrator
 * @returns the alerts' ids in the order given, and the message for the user
 * @throws AppError `refused` with a text on each wrong field, such as `alerts.1.parcelId`, or if the owner would have
 *   too many alerts
 */
export async function saveAlerts(
  deps: SaveDeps,
  actor: AuditActor,
  alerts: readonly AlertInput[],
  owner: Owner = actor,
): Promise<Saved> {
  const writing = await toWriting(deps, actor, owner)
  assertNoProblems(alertsProblems(alerts, writing.rules))
  return saveNew(deps, alerts, writing)
}

async function toWriting(deps: SaveDeps, actor: AuditActor, owner: Owner): Promise<Writing> {
  const settings = await deps.settings.current()
  return { owner, actor, settings, rules: alertRules(settings, deps.env) }
}

/** Writes valid new alerts in one transaction. */
function saveNew(deps: SaveDeps, alerts: readonly AlertInput[], writing: Writing): Promise<Saved> {
  const { owner } = writing
  return inTransaction(deps.db, async (tx) => {
    await lockAlertsOfOwner(tx, owner.id)
    await assertAlertLimit(tx, owner.id, alerts.length)
    const written = []
    for (const alert of alerts) written.push(await writeAlert(tx, alert, undefined, writing))
    const done = alerts.length === 1 ? 'Alert saved.' : `${alerts.length} alerts saved.`
    const newRecipients = withoutRepeats(written.flatMap((alert) => alert.newRecipients))
    const message = await finishSave(tx, deps, { done, newRecipients, writing })
    return { ids: written.map(({ id }) => id), message }
  })
}

/** Each recipient once. We keep the first, which knows whether the address is new to its owner, or was acknowledged. */
function withoutRepeats(recipients: readonly NewRecipient[]): NewRecipient[] {
  const byKey = new Map<string, NewRecipient>()
  for (const recipient of recipients) {
    const key = `${recipient.channel} ${recipient.id}`
    if (!byKey.has(key)) byKey.set(key, recipient)
  }
  return [...byKey.values()]
}
