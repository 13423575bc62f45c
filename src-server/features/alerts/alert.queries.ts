import { sql } from 'kysely'
import { containsPattern, isShort, prefixPattern } from '#server/platform/search.queries.ts'
import type { AlertStatus } from '#shared/contract/alert.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { CriteriaColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { displayStatus, isOn, showsStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { type AlertList, withRecipients } from './alert-recipients.queries.ts'

/** The filter of a list of alerts. Without `userId`: of any owner whom the caller may see. */
export type AlertFilter = {
  userId?: number
  filterText?: string
  statusType?: 'ALL' | AlertStatus
  emailAddressId?: number
  phoneNumberId?: number
  /** False hides inactive alerts, unless the status filter asks for them. */
  includeInactive?: boolean
}

function filtered(db: Db | Tx, filter: AlertFilter, today: string): AlertList {
  let query: AlertList = db.selectFrom('alert')
  const { userId, filterText, statusType = 'ALL', emailAddressId, phoneNumberId, includeInactive = true } = filter
  if (userId !== undefined) query = query.where('alert.user_id', '=', userId)
  if (filterText) {
    const pattern = isShort(filterText) ? prefixPattern(filterText) : containsPattern(filterText)
    query = query.where((eb) =>
      eb.or([
        eb(sql`lower(alert.name || ' ' || alert.criteria)`, 'like', pattern),
        eb(sql`lower(alert.criteria)`, 'like', pattern),
      ]),
    )
  }
  if (emailAddressId)
    query = query.where((eb) =>
      eb.exists(
        eb.selectFrom('alert_email').whereRef('alert_id', '=', 'alert.id').where('email_id', '=', emailAddressId),
      ),
    )
  if (phoneNumberId)
    query = query.where((eb) =>
      eb.exists(
        eb.selectFrom('alert_phone').whereRef('alert_id', '=', 'alert.id').where('phone_id', '=', phoneNumberId),
      ),
    )
  if (statusType !== 'ALL') query = query.where(showsStatus(statusType, 'alert', today))
  else if (!includeInactive) query = query.where(isOn('alert', today))
  return query
}

export type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number]

/** Alerts in the order of their names. */
export async function listAlerts(
  db: Db | Tx,
  filter: AlertFilter,
  { today, limit, offset = 0 }: { today: string; limit: number; offset?: number },
) {
  return withRecipients(filtered(db, filter, today), today)
    .orderBy(sql`lower(alert.name)`)
    .orderBy('alert.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** These alerts with their recipients, in any order. */
export async function alertsByIds(db: Db | Tx, ids: number[], today: string) {
  return ids.length > 0 ? withRecipients(db.selectFrom('alert').where('alert.id', 'in', ids), today).execute() : []
}

export async function countAlerts(db: Db | Tx, filter: AlertFilter, today: string): Promise<number> {
  const row = await filtered(db, filter, today)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** One alert of this owner with its recipients. */
export function findAlert(db: Db | Tx, id: number, userId: number, today: string) {
  return withRecipients(
    db.selectFrom('alert').where('alert.id', '=', id).where('alert.user_id', '=', userId),
    today,
  ).executeTakeFirst()
}

/** One alert of an owner with one of these roles, or without an owner (imported from the legacy version). */
export function findVisibleAlert(db: Db | Tx, id: number, roles: readonly Role[], today: string) {
  return withRecipients(db.selectFrom('alert').where('alert.id', '=', id), today)
    .where((eb) => eb.or([eb('alert.user_id', 'is', null), eb('user.role', 'in', [...roles])]))
    .executeTakeFirst()
}

/** Locks one alert for a change by its owner. */
export function lockAlert(tx: Tx, id: number, userId: number) {
  return tx
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export type AlertValues = CriteriaColumns & {
  name: string
  criteria: string
  status: 'A' | 'I'
  paused_until: string | null
  rule_version: number
  updated_by: number
}

/** Locks one alert for a change by an administrator: of an owner with one of these roles, or without an owner. */
export function lockVisibleAlert(tx: Tx, id: number, roles: readonly Role[], today: string) {
  return tx
    .selectFrom('alert')
    .leftJoin('user', 'user.id', 'alert.user_id')
    .selectAll('alert')
    .select(['user.username', displayStatus('alert', today).as('display_status')])
    .where('alert.id', '=', id)
    .where((eb) => eb.or([eb('alert.user_id', 'is', null), eb('user.role', 'in', [...roles])]))
    .forUpdate('alert')
    .executeTakeFirst()
}

export async function insertAlert(tx: Tx, userId: number, values: AlertValues): Promise<number> {
  const row = await tx
    .insertInto('alert')
    .values({ user_id: userId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateAlert(tx: Tx, id: number, userId: number, values: AlertValues): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({ ...values, user_id: userId, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .execute()
}

/** Switches an alert on, which ends a pause too, or off. */
export async function setAlertStatus(tx: Tx, id: number, status: 'A' | 'I', updatedBy: number): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({
      status,
      paused_until: null,
      version: eb('version', '+', 1),
      updated_at: new Date(),
      updated_by: updatedBy,
    }))
    .where('id', '=', id)
    .execute()
}

/** Pauses the alert until that day ('YYYY-MM-DD'); null ends the pause. */
export async function pauseUntil(tx: Tx, id: number, day: string | null, updatedBy: number): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({
      paused_until: day,
      version: eb('version', '+', 1),
      updated_at: new Date(),
      updated_by: updatedBy,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes an alert. Its history stays; delivery rereads the alert and cancels the unsent notices that are for it alone.
 */
export async function deleteAlert(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('event_match').where('alert_id', '=', id).execute()
  await tx.deleteFrom('possible_match').where('alert_id', '=', id).execute()
  await tx.deleteFrom('alert').where('id', '=', id).execute()
}

/** Marks the owner as active, for the purge of unused accounts. */
export async function markOwnerActive(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ last_active_at: new Date(), purge_warned_at: null })
    .where('id', '=', userId)
    .execute()
}
