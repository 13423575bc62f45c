import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Looks left of a number that is not validated; null where it is gone or validated by now. */
export async function countLookUpsLeft(db: Db, phoneId: number, most: number): Promise<number | null> {
  const phone = await db
    .selectFrom('phone')
    .select(['validated_at', 'validation_attempts'])
    .where('id', '=', phoneId)
    .executeTakeFirst()
  return !phone || phone.validated_at ? null : Math.max(0, most - phone.validation_attempts)
}

/** Stores what the provider says of a number; an answer that staff gave meanwhile stands. */
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
