import type { AuditActor, StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import {
  type AlertException,
  type ExceptionView,
  maxExceptionsPerAlert,
  type NamedException,
} from '#shared/contract/alert-exception.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { formatTime, today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { lockAlert, lockVisibleAlert, markOwnerActive } from './alert.queries.ts'
import { deleteException, insertException, listNamedExceptions, setNotByInitial } from './exceptions.queries.ts'

/** What 'This is not about me' changes in an alert: an exception, or the option to leave out matches by initial. */
export type OfferedException = NamedException | { kind: 'byInitial' }

type Owner = { id: number; username: string }
type LockedAlert = { id: number; name: string }

/**
 * Adds or removes one exception of the actor's own alert. Repeating either changes nothing.
 * @param noticeId the notice whose page offers it; null in the list of possible matches
 * @throws AppError `missing` if the actor has no such alert; `refused` if it has too many exceptions
 */
export async function teachOwnAlert(
  tx: Tx,
  actor: AuditActor,
  {
    alertId,
    exception,
    on,
    noticeId,
  }: { alertId: number; exception: OfferedException; on: boolean; noticeId: number | null },
): Promise<void> {
  const alert = await lockAlert(tx, alertId, actor.id)
  if (!alert) throw new AppError('missing', messages.notFound)
  if (exception.kind === 'byInitial') {
    if (alert.exact_first_name !== on) await changeByInitial(tx, actor, alert, on)
  } else if (on) await addException(tx, actor, alert, { exception, noticeId })
  else await dropException(tx, { actor, owner: actor, alert }, exception)
  await markOwnerActive(tx, actor.id)
}

async function changeByInitial(tx: Tx, actor: AuditActor, { id, name }: LockedAlert, on: boolean): Promise<void> {
  await setNotByInitial(tx, id, on, actor.id)
  await writeAudit(tx, {
    type: 'ALERT',
    actor,
    subject: actor,
    description: 'Changed an alert.',
    oldValue: { id, name, notByInitial: !on },
    newValue: { id, name, notByInitial: on },
    address: actor.address,
  })
}

/** An exception in the audit log: the report labels its fields. */
const auditedName = ({ kind, written }: NamedException) =>
  kind === 'middleName' ? { middleName: written } : kind === 'coOwner' ? { coOwner: written } : { spelling: written }

async function addException(
  tx: Tx,
  actor: AuditActor,
  { id, name }: LockedAlert,
  { exception, noticeId }: { exception: NamedException; noticeId: number | null },
): Promise<void> {
  if (!(await insertException(tx, id, exception, noticeId))) return
  if ((await listNamedExceptions(tx, id)).length > maxExceptionsPerAlert)
    throw new AppError(
      'refused',
      `An alert can leave out up to ${maxExceptionsPerAlert} names. Please remove one first.`,
    )
  await writeAudit(tx, {
    type: 'ALERT',
    actor,
    subject: actor,
    description: 'Added an exception to an alert.',
    newValue: { id, name, ...auditedName(exception) },
    address: actor.address,
  })
}

async function dropException(
  tx: Tx,
  { actor, owner, alert: { id, name } }: { actor: AuditActor; owner: Owner; alert: LockedAlert },
  exception: AlertException,
): Promise<void> {
  const dropped = await deleteException(tx, id, exception)
  if (!dropped) return
  await writeAudit(tx, {
    type: 'ALERT',
    actor,
    subject: owner,
    description: 'Removed an exception from an alert.',
    oldValue: { id, name, ...auditedName({ ...exception, written: dropped.written }) },
    address: actor.address,
  })
}

type Removal = AlertException & { alertId: number }

/**
 * Removes an exception of the actor's own alert; removing one twice is no error.
 * @returns what the alert still leaves out
 * @throws AppError `missing` if the actor has no such alert
 */
export function removeException(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  actor: AuditActor,
  { alertId, ...exception }: Removal,
): Promise<ExceptionView[]> {
  return inTransaction(db, async (tx) => {
    const alert = await lockAlert(tx, alertId, actor.id)
    if (!alert) throw new AppError('missing', messages.notFound)
    await dropException(tx, { actor, owner: actor, alert }, exception)
    await markOwnerActive(tx, actor.id)
    return readExceptions(tx, alertId, env.COUNTY_TIME_ZONE)
  })
}

/** The same for an alert of a user whom the administrator may see. */
export function removePanelException(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  actor: StaffActor,
  { alertId, ...exception }: Removal,
): Promise<ExceptionView[]> {
  return inTransaction(db, async (tx) => {
    const alert = await lockVisibleAlert(tx, alertId, rights[actor.role].manages, today(env.COUNTY_TIME_ZONE))
    if (!alert) throw new AppError('missing', messages.notFound)
    const owner = { id: alert.user_id ?? 0, username: alert.username ?? '' }
    await dropException(tx, { actor, owner, alert }, exception)
    return readExceptions(tx, alertId, env.COUNTY_TIME_ZONE)
  })
}

/** The exceptions that the form of an alert lists. */
export async function readExceptions(db: Db | Tx, alertId: number, timeZone: string): Promise<ExceptionView[]> {
  const rows = await listNamedExceptions(db, alertId)
  return rows.map(({ created_at, ...exception }) => ({ ...exception, added: formatTime(created_at, timeZone) }))
}
