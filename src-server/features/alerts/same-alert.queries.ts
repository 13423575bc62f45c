import { sql } from 'kysely'
import type { AlertType } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** What an alert is compared by: its type, and what it watches (shared/domain/alert/alert.ts criteriaOf), capitals or not. */
export type SameAs = { userId: number; alertType: AlertType; criteria: string; except?: number | undefined }

/** The first by name of an owner's alerts, without `except`, that watches the same; undefined where none does. */
export function findSameAlert(db: Db, { userId, alertType, criteria, except = 0 }: SameAs) {
  return db
    .selectFrom('alert')
    .select('name')
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .where('alert_type', '=', alertType)
    .where(sql<boolean>`lower(criteria) = lower(${criteria})`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
