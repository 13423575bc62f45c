import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type StoredTotp = { on: boolean; secret: string | null; codesLeft: number }

export async function readTotp(db: Db | Tx, userId: number): Promise<StoredTotp> {
  const row = await db
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['totp_on', 'totp_secret'])
    .select((eb) =>
      eb
        .selectFrom('recovery_code')
        .whereRef('user_id', '=', 'user.id')
        .where('used_at', 'is', null)
        .select(eb.fn.countAll<number>().as('left'))
        .as('left'),
    )
    .executeTakeFirst()
  return { on: row?.totp_on ?? false, secret: row?.totp_secret ?? null, codesLeft: Number(row?.left ?? 0) }
}

/** Uses up a step; false if it or a later one was used, so that an overheard code is worthless. */
export async function consumeStep(db: Db | Tx, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('user')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a recovery code, by any of its possible hashes; false if it is unknown or used. */
export async function consumeRecoveryCode(db: Db | Tx, userId: number, hashes: Buffer[]): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a secret that is not in use yet; false if one already is. */
export async function storePendingSecret(tx: Tx, userId: number, sealed: string): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ totp_secret: sealed })
    .where('id', '=', userId)
    .where('totp_on', '=', false)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on logging in takes a code; false if it already does, or the secret is no longer the one confirmed. */
export async function enableTotp(tx: Tx, userId: number, sealed: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ totp_on: true, totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_on', '=', false)
    .where('totp_secret', '=', sealed)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes secret and recovery codes; false if there were none. */
export async function disableTotp(tx: Tx, userId: number): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const row = await tx
    .updateTable('user')
    .set({ totp_on: false, totp_secret: null, totp_last_step: 0 })
    .where('id', '=', userId)
    .where('totp_on', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}
