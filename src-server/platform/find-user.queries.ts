import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export function findUser(db: Db | Tx, id: number) {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** The account, locked for a change. */
export function lockUser(tx: Tx, id: number) {
  return tx.selectFrom('user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
