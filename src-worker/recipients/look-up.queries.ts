import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Remaining lookups of a number that is not validated; null if it was deleted or has been validated. */
export async function countLookUpsLeft(db: Db, phoneId: number, max: number): Promise<number | null> {
  const phone = await db
    .selectFrom('phone')
    .select(['validated_at', 'validation_attempts'])
    .where('id', '=', phoneId)
    .executeTakeFirst()
  return !phone || phone.validated_at ? null : Math.max(0, max - phone.validation_attempts)
}

/** Stores the provider's answer about a number, unless staff decided meanwhile. */
export async function recordLookUp(db: Db, phoneId: number, problem: string | null): Promise<void> {
  await db
    .updateTable('phone')
    .set((eb) => ({
      validation_attempts: eb('validation_attempts', '+', 1),
      validation_problem: problem ?? '',
      validated_at: problem === null ? sql<Date>`now()` : null,
    }))
    .where('id', '=', phoneId)
    .where('validated_at', 'is', null)
    .execute()
}
