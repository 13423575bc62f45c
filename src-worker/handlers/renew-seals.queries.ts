import type { Db } from '#shared/node/platform/database/client.ts'

export type Seal = { id: number; totp_secret: string }

/** The next sealed secrets of authenticator apps, by user. */
export async function listSealsAfter(db: Db, userId: number, limit: number): Promise<Seal[]> {
  return db
    .selectFrom('user')
    .where('id', '>', userId)
    .where('totp_secret', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .select('id')
    .select((eb) => eb.ref('totp_secret').$notNull().as('totp_secret'))
    .execute()
}

/** Replaces the seal that was read; false if it was replaced or removed in the meantime. */
export async function replaceSeal(db: Db, { id, totp_secret }: Seal, sealed: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ totp_secret: sealed })
    .where('id', '=', id)
    .where('totp_secret', '=', totp_secret)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
