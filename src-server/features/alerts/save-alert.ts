import type { AlertInput, AlertType, HouseholdInput } from '#shared/contract/alert.ts'
import { AppError, type FieldProblems } from '#shared/contract/errors.ts'
import { changedMeanwhile, messages } from '#shared/contract/messages.ts'
import { RULE_VERSION } from '#shared/matching/version.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { alertProblems, type AlertRules, formatCriteria, toCriteria } from '#shared/domain/alert/alert.ts'
import { toHouseholdAlerts, householdProblems } from '#shared/domain/alert/household.ts'
import { dayFromWire, dayToWire, formatTime } from '#shared/domain/dates.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { toldBy } from '../recipients/recipient.queries.ts'
import { refuseNewAddresses } from '../recipients/limit-new-addresses.ts'
import { findUser } from '../accounts/account/user.queries.ts'
import { askRecipients, enteredEmails, type Fresh, keepRecipients, linkAll } from './alert-recipients.ts'
import { alertRules } from './alert-rules.ts'
import {
  type AlertValues,
  countAlerts,
  holdAlertsOf,
  insertAlert,
  lockAlert,
  touchUser,
  updateAlert,
} from './alert.queries.ts'

/** Alerts that one account may have: far above a household's needs, below what would slow a county down. */
export const alertsPerUser = 1000

export type Actor = { id: number; username: string; address: string }
type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>

export type Owner = { id: number; username: string }
/** Whose alerts are written, by whom, and under which settings and rules. */
type Writing = { owner: Owner; actor: Actor; settings: Settings; rules: AlertRules }

/**
 * Saves a new or existing alert of one owner, and starts verification of each recipient that is new to it.
 * Everything is one transaction: alert, keys, recipients, consent, audit row and the requests to verify.
 * @param owner whose alert it is; the actor may be an administrator
 * @param from of an existing alert: whose it was until now, where that is another (administrators alone)
 * @param version what the caller has seen of an existing alert; without it the last save wins
 * @returns the alert's id and what to tell the user
 * @throws AppError `refused` with a text on each wrong field; `missing` where the owner has no such alert; `conflict`
 *   where it was changed since that version
 */
export async function saveAlert(
  deps: Deps,
  input: AlertInput,
  owner: Owner,
  actor: Actor,
  { from = owner.id, version }: { from?: number; version?: number | undefined } = {},
): Promise<{ id: number; message: string }> {
  const settings = await deps.settings.current()
  const writing = { owner, actor, settings, rules: alertRules(settings, deps.env) }
  return deps.db.transaction().execute(async (tx) => {
    await holdAlertsOf(tx, owner.id)
    const existing = input.id ? await lockAlert(tx, input.id, from) : undefined
    if (input.id && !existing) throw new AppError('missing', messages.notFound)
    if (existing && version !== undefined) await refuseOutdated(tx, deps, existing, { version, owner, actor })
    refuseProblems(alertProblems(input, writing.rules, existing && asEdited(existing)))
    if (existing?.user_id !== owner.id) await refuseTooMany(tx, owner.id, 1)
    const { id, fresh } = await writeAlert(tx, input, existing, writing)
    return { id, message: await closeWriting(tx, deps, 'Alert saved.', fresh, writing) }
  })
}

/**
 * Saves the alerts of a household, which are all new, or none of them: by the rules of single alerts, in one
 * transaction. They tell the same recipients, of whom each is asked once.
 * @returns the alerts' ids in the order given, and what to tell the user
 * @throws AppError `refused` with a text on each wrong field, such as `alerts.1.lastName`, or where the owner would
 *   have too many alerts
 */
export async function saveHousehold(
  deps: Deps,
  input: HouseholdInput,
  owner: Owner,
  actor: Actor,
): Promise<{ ids: number[]; message: string }> {
  const settings = await deps.settings.current()
  const writing = { owner, actor, settings, rules: alertRules(settings, deps.env) }
  refuseProblems(householdProblems(input, writing.rules))
  const alerts = toHouseholdAlerts(input)
  return deps.db.transaction().execute(async (tx) => {
    await holdAlertsOf(tx, owner.id)
    await refuseTooMany(tx, owner.id, alerts.length)
    const written = []
    for (const alert of alerts) written.push(await writeAlert(tx, alert, undefined, writing))
    const done = alerts.length === 1 ? 'Alert saved.' : `${alerts.length} alerts saved.`
    // What is new to one of them is new to all.
    const message = await closeWriting(tx, deps, done, written[0]?.fresh ?? [], writing)
    return { ids: written.map(({ id }) => id), message }
  })
}

/** What the rules ask of the alert that is edited. */
const asEdited = (existing: Pick<AlertValues, 'alert_type' | 'paused_until'>) => ({
  alertType: existing.alert_type,
  pausedUntil: dayToWire(existing.paused_until),
})

/** Writes one alert whose fields are right, and answers which recipients are new to it. */
async function writeAlert(
  tx: Tx,
  input: AlertInput,
  existing: Awaited<ReturnType<typeof lockAlert>>,
  { owner, actor, rules }: Writing,
): Promise<{ id: number; fresh: Fresh[] }> {
  await refuseNewAddresses(tx, owner.id, enteredEmails(input))
  const criteria = toCriteria(input)
  const values = storedValues(input, actor)
  const id = existing?.id ?? (await insertAlert(tx, owner.id, values))
  if (existing) await updateAlert(tx, id, owner.id, values)
  await saveAlertKeys(tx, [{ id, criteria, mask: rules.mask }])

  const { emails, phones } = await keepRecipients(tx, input, { owner, actor, rules })
  const toldBefore = existing && (await toldBy(tx, id))
  const fresh = await linkAll(tx, id, { emails, phones })
  await writeAudit(tx, {
    type: 'ALERT',
    actor,
    subject: owner,
    description: existing ? 'An alert was changed.' : 'An alert was added.',
    oldValue: existing && {
      id,
      userId: existing.user_id,
      name: existing.name,
      criteria: existing.criteria,
      status: existing.status,
      ...choicesOf(existing),
      ...toldBefore,
    },
    newValue: {
      id,
      userId: owner.id,
      name: values.name,
      criteria: values.criteria,
      status: values.status,
      ...choicesOf(values),
      emails: emails.map(({ target }) => target),
      phones: phones.map(({ target }) => target),
    },
    address: actor.address,
  })
  return { id, fresh }
}

/** What decides, besides names, whether an alert is told: for the audit log. */
const choicesOf = (
  alert: Pick<AlertValues, 'paused_until' | 'nicknames' | 'sound_alikes' | 'all_words' | 'not_by_initial'>,
) => ({
  pausedUntil: alert.paused_until,
  nicknames: alert.nicknames,
  soundAlikes: alert.sound_alikes,
  allWords: alert.all_words,
  notByInitial: alert.not_by_initial,
})

/** Asks the new recipients, notes that the owner was here, and wakes the delivery. Returns what to tell the user. */
async function closeWriting(
  tx: Tx,
  { enqueue }: Pick<Deps, 'enqueue'>,
  done: string,
  fresh: Fresh[],
  writing: Writing,
): Promise<string> {
  const asked = await askRecipients(tx, fresh, writing)
  await touchUser(tx, writing.owner.id)
  await enqueue(tx, 'wakeDelivery', {})
  return [done, ...asked].join('  ')
}

function refuseProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new AppError('refused', messages.correctFields, { fields })
}

/**
 * Two on one page: the later one is told, nothing is silently overwritten (decisions, section 2). Owners are not told an
 * administrator's username: it is half of what logs in.
 */
async function refuseOutdated(
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

async function refuseTooMany(tx: Tx, ownerId: number, added: number): Promise<void> {
  if ((await countAlerts(tx, { userId: ownerId }, '9999-12-31')) + added > alertsPerUser)
    throw new AppError('refused', `One account may have ${alertsPerUser} alerts.  Please remove one first.`)
}

function storedValues(input: AlertInput, actor: Actor): AlertValues {
  const only = <T extends AlertType>(type: T, value: string) => (input.alertType === type ? value : '')
  return {
    name: input.name,
    alert_type: input.alertType,
    first_name: only('NAME', input.firstName),
    last_name: only('NAME', input.lastName),
    business_name: only('BUSINESS', input.businessName),
    parcel_id: only('PARCEL_ID', input.parcelId),
    criteria: formatCriteria(toCriteria(input)),
    status: input.statusType,
    paused_until: dayFromWire(input.pausedUntil),
    nicknames: input.variants.nicknames,
    sound_alikes: input.variants.soundAlikes,
    all_words: input.variants.allWords,
    not_by_initial: input.variants.notByInitial,
    rule_version: RULE_VERSION,
    updated_by: actor.id,
  }
}
