import { sql } from 'kysely'
import type { AlertType } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/**
 * What makes two alerts the same: type and criteria (`formatCriteria`), regardless of case. A former last name and
 * match options make no difference: both alerts would notify about the same records.
 */
type SameAs = {
  userId: number
  alertType: AlertType
  criteria: string
  except?: number | undefined
  /** Only an alert of this nickname. */
  name?: string | undefined
}

/** The first by name of the owner's other alerts with the same criteria. */
export function findSameAlert(db: Db, { userId, alertType, criteria, except = 0, name }: SameAs) {
  return db
    .selectFrom('alert')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .where('alert_type', '=', alertType)
    .where(sql<boolean>`lower(criteria) = lower(${criteria})`)
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
