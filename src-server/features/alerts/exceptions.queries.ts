import type { AlertException, NamedException } from '#shared/contract/alert-exception.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** The exceptions of an alert, the oldest first. */
export const listNamedExceptions = (db: Db | Tx, alertId: number) =>
  db
    .selectFrom('alert_exception')
    .select(['kind', 'value', 'written', 'created_at'])
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .execute()

/** Those of the reader's own alert, or of one whose owner an administrator may see; else none. */
export const findReadableExceptions = (
  db: Db,
  alertId: number,
  reader: { id: number; manages: readonly Role[] },
): Promise<AlertException[]> =>
  db
    .selectFrom('alert_exception as x')
    .innerJoin('alert as a', 'a.id', 'x.alert_id')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .select(['x.kind', 'x.value'])
    .where('x.alert_id', '=', alertId)
    .where((eb) =>
      eb.or([
        eb('u.id', '=', reader.id),
        ...(reader.manages.length > 0 ? [eb('u.role', 'in', [...reader.manages])] : []),
      ]),
    )
    .orderBy('x.id')
    .execute()

/** @returns false if the alert has it already */
export async function insertException(
  tx: Tx,
  alertId: number,
  { kind, value, written }: NamedException,
  noticeId: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('alert_exception')
    .values({ alert_id: alertId, kind, value, written, notice_id: noticeId })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns what it said; undefined if the alert has no such exception */
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

/** Removes all, as when staff give the alert to another user, who did not choose them. */
export async function deleteExceptions(tx: Tx, alertId: number): Promise<void> {
  await tx.deleteFrom('alert_exception').where('alert_id', '=', alertId).execute()
}

/** Sets whether the alert leaves out matches by initial only; a form that is open elsewhere is outdated then. */
export async function setNotByInitial(tx: Tx, alertId: number, on: boolean, updatedBy: number): Promise<void> {
  await tx
    .updateTable('alert')
    .set((eb) => ({
      not_by_initial: on,
      version: eb('version', '+', 1),
      updated_at: new Date(),
      updated_by: updatedBy,
    }))
    .where('id', '=', alertId)
    .execute()
}
