import type { Db } from '#shared/node/platform/database/client.ts'

/** The names of an owner's alerts, for a new one that should not have the same. */
export async function listAlertNames(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('alert').select('name').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ name }) => name)
}
