import { sql } from 'kysely'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/**
 * Parcel alerts that a version of the roll may not have, by their names: those whose letters and digits are not one of
 * its keys. An id that is written shorter than the county's mask still has to be padded and looked up.
 */
export async function parcelAlertsToCheck(
  db: Db,
  rollId: number,
  asRole: Role,
): Promise<{ id: number; parcelId: string }[]> {
  const conditions = [
    sql<boolean>`a.alert_type = 'PARCEL_ID'`,
    sql<boolean>`not exists (
      select from parcel p
      where p.roll_id = ${rollId} and p.parcel_key = upper(regexp_replace(a.parcel_id, '[^A-Za-z0-9]', '', 'g')) collate "C")`,
    ...visibleOwner(sql`a.user_id`, asRole),
  ]
  const { rows } = await sql<{ id: number; parcelId: string }>`
    select a.id, a.parcel_id as "parcelId" from alert a
    where ${sql.join(conditions, sql` and `)}
    order by a.name_key, a.id`.execute(db)
  return rows
}
