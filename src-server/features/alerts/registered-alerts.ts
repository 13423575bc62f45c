import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { WatchedAlert } from '#shared/contract/several-alerts.ts'
import { alertProblems } from '#shared/domain/alert/alert.ts'
import { toOwnAlert } from '#shared/domain/alert/watch.ts'
import { applyAutomaticWidth } from '#shared/node/domain/alerts/preview.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { RegistrationConsent, WatchOutcome } from '#shared/node/platform/database/types/accounts.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { recordConsent, upsertEmails } from '../recipients/public.ts'
import { alertRules } from './alert-rules.ts'
import { deleteAlert, lockAlert } from './alert.queries.ts'
import { findAlertLimitProblem, writeAlert, type Writing } from './save-alert.ts'

/** What a sign-up asked for, and when. */
type Wanted = { watch: WatchedAlert[]; consent: RegistrationConsent | null; askedAt: Date }

/**
 * The alerts of a sign-up with their automatic width decided by the records that we hold now. This may take a while, so
 * it does not belong in the transaction that makes them.
 */
export const decideWatchWidth = (
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  settings: Settings,
  watch: readonly WatchedAlert[],
): Promise<WatchedAlert[]> =>
  Promise.all(
    watch.map(async ({ automaticWidth, ...alert }) => {
      if (!automaticWidth) return alert
      const place = { mask: alertRules(settings, env).mask, timeZone: env.COUNTY_TIME_ZONE }
      return { ...alert, criteria: await applyAutomaticWidth(db, alert.criteria, place) }
    }),
  )

/**
 * Makes the alerts that a registration asked for, in the transaction that completes it. They notify the account's own
 * email, which the link has just verified, so we send no request to verify it. Settings may have changed since the
 * sign-up: an alert that they no longer allow is left out, with the reason.
 * @param owner the account, which follows its link from `address`; the caller holds `lockAlertsOfOwner`
 * @returns the outcome of each, in the order of `watch`
 */
export async function makeRegisteredAlerts(
  tx: Tx,
  { env, enqueue }: Pick<ServerDeps, 'env' | 'enqueue'>,
  { owner, email, settings }: { owner: AuditActor; email: string; settings: Settings },
  { watch, consent, askedAt }: Wanted,
): Promise<WatchOutcome[]> {
  const writing = { owner, actor: owner, settings, rules: alertRules(settings, env) }
  const outcomes: WatchOutcome[] = []
  for (const alert of watch) outcomes.push(await makeAlert(tx, alert, { ...writing, email, agreed: consent !== null }))
  if (!outcomes.some((outcome) => 'alertId' in outcome)) return outcomes
  if (consent)
    await recordConsent(tx, [
      {
        userId: owner.id,
        channel: 'EMAIL',
        target: email,
        wordingVersion: consent.wordingVersion,
        actorId: owner.id,
        actorAddress: consent.address,
        givenAt: askedAt,
      },
    ])
  await enqueue(tx, 'wakeDelivery', {})
  return outcomes
}

async function makeAlert(
  tx: Tx,
  wanted: WatchedAlert,
  { email, agreed, ...writing }: Writing & { email: string; agreed: boolean },
): Promise<WatchOutcome> {
  const alert = toOwnAlert(wanted, email)
  const { pausedUntil, ...problems } = alertProblems(alert, writing.rules)
  const problem = Object.values(problems)[0] ?? (await findAlertLimitProblem(tx, writing.owner.id, 1))
  if (problem !== undefined) return { problem }
  // The account's own email, already proven: it does not count against the daily limit of new addresses.
  await upsertEmails(tx, writing.owner.id, [{ value: email, acknowledged: agreed }])
  const acknowledged = alert.alertEmailAddresses.map((recipient) => ({ ...recipient, acknowledged: agreed }))
  const { id } = await writeAlert(
    tx,
    // A pause that ended while the link waited is over.
    { ...alert, alertEmailAddresses: acknowledged, pausedUntil: pausedUntil === undefined ? alert.pausedUntil : '' },
    undefined,
    writing,
  )
  return { alertId: id }
}

/** Deletes the alerts that another link of the same account made, before its first login. */
export async function deleteRegisteredAlerts(tx: Tx, owner: AuditActor, alertIds: readonly number[]): Promise<void> {
  for (const id of alertIds) {
    const alert = await lockAlert(tx, id, owner.id)
    if (!alert) continue
    await deleteAlert(tx, id)
    await writeAudit(tx, {
      type: 'ALERT',
      actor: owner,
      subject: owner,
      description: 'Replaced an alert of a registration: another link of the account was followed later.',
      oldValue: { id, name: alert.name, criteria: alert.criteria },
      address: owner.address,
    })
  }
}
