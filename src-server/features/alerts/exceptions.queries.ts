import { sql } from 'kysely'
import type { AlertException, NamedException } from '#shared/contract/alert-exception.ts'
import type { Role } from '#shared/contract/roles.ts'
import { exceptionsJson } from '#shared/node/domain/alerts/exceptions.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** The exceptions of an alert, oldest first. */
export const listNamedExceptions = (db: Db | Tx, alertId: number) =>
  db
    .selectFrom('alert_exception')
    .select(['kind', 'value', 'written', 'created_at'])
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .execute()

/**
 * The exceptions of the reader's own alert, or of one whose owner an administrator may see; undefined for any other.
 */
export async function findReadableExceptions(
  db: Db,
  alertId: number,
  reader: { id: number; manages: readonly Role[] },
): Promise<AlertException[] | undefined> {
  const row = await db
    .selectFrom('alert as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .select(sql<AlertException[]>`${sql.raw(exceptionsJson('a'))}`.as('exceptions'))
    .where('a.id', '=', alertId)
    .where((eb) => eb.or([eb('u.id', '=', reader.id), eb('u.role', '=', eb.fn.any(eb.val([...reader.manages])))]))
    .executeTakeFirst()
  return row?.exceptions
}

/** @returns false if the alert has it already */
export async function insertException(
  tx: Tx,
  alertId: number,
  { kind, value, written }: NamedException,
  noticeId: number | null,
): Promise<boolean> {
  const row = await tx
    .insertInto('alert_exception')
    .values({ alert_id: alertId, kind, value, written, notice_id: noticeId })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns what the exception left out; undefined if the alert has no such exception */
export const deleteException = (
  tx: Tx,
  alertId: number,
  { kind, value }: AlertException,
): Promise<{ written: string } | undefined> =>
  tx
    .deleteFrom('alert_exception')
    .where('alert_id', '=', alertId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .returning('written')
    .executeTakeFirst()

/** Removes all exceptions, as when staff give the alert to another user, who did not choose them. */
export async function deleteExceptions(tx: Tx, alertId: number): Promise<void> {
  await tx.deleteFrom('alert_exception').where('alert_id', '=', alertId).execute()
}

/** Sets whether the alert leaves out matches by initial only; a form that is open elsewhere becomes outdated. */
export async function setNotByInitial(tx: Tx, alertId: number, on: boolean, updatedBy: number): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({
      exact_first_name: on,
      version: eb('version', '+', 1),
      updated_at: new Date(),
      updated_by: updatedBy,
    }))
    .where('id', '=', alertId)
    .execute()
}
