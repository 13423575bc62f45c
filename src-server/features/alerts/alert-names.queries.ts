import type { Db } from '#shared/node/platform/database/client.ts'

/** The names of an owner's alerts, so that a new alert gets another name. */
export async function listAlertNames(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('alert').select('name').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ name }) => name)
}
