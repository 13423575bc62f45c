import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** Whether the account's next authenticator app needs a proof in addition to the password. */
export async function isEnrollmentUnproven(db: Db | Tx, userId: number): Promise<boolean> {
  const row = await db.selectFrom('user').where('id', '=', userId).select('enrollment_unproven').executeTakeFirst()
  return row?.enrollment_unproven ?? false
}

/** From now on an app needs a proof, unless the account already has an app. */
export async function requireEnrollmentProof(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ enrollment_unproven: true })
    .where('id', '=', userId)
    .where('totp_on', '=', false)
    .execute()
}

/** Stores a code that proves it, once, in place of an earlier one; false if no proof is needed. */
export async function storeEnrollmentCode(tx: Tx, userId: number, hash: Buffer, days: number): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({
      enrollment_code_hash: hash,
      enrollment_code_until: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .where('id', '=', userId)
    .where('enrollment_unproven', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const proven = { enrollment_unproven: false, enrollment_code_hash: null, enrollment_code_until: null } as const

/** Takes the code, by any of its possible hashes; false if it is wrong, used or too old. */
export async function consumeEnrollmentCode(tx: Tx, userId: number, hashes: Buffer[]): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set(proven)
    .where('id', '=', userId)
    .where('enrollment_code_hash', 'in', hashes)
    .where('enrollment_code_until', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records that the link to the account's mailbox was followed, which verifies the email too; false if it was already
 * proven.
 */
export async function proveEnrollmentByMail(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .updateTable('user')
    .set({ ...proven, email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', userId)
    .where('enrollment_unproven', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
