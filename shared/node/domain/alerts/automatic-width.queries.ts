import { sql } from 'kysely'
import type { AlertWidth } from '#shared/contract/alert-view.ts'
import type { Criteria } from '#shared/contract/alert.ts'
import { beginsWide, expectByCensus } from '#shared/matching/public.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/**
 * Whether a new alert starts wide: decided by what it finds among the records of a year or, if the county holds less
 * than that, by how common the name is in the census. If it finds too many for a year, the census does not matter.
 * @param widest from `toWidest`
 * @param found the records of the last 12 months that it matches
 */
export async function decideWidth(
  db: Db,
  { widest, found, day }: { widest: Criteria<'NAME'>; found: number; day: string },
): Promise<AlertWidth> {
  const isCounted = !beginsWide(found) || (await holdsRecordsOfAYear(db, day))
  const perYear = isCounted ? found : expectByCensus(widest)
  return { on: beginsWide(perYear), by: isCounted ? 'records' : 'census', perYear }
}

/** Whether the county holds records of the first of the last 12 months, and so presumably of the later ones. */
async function holdsRecordsOfAYear(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from event_key
      where recorded_on > ${day}::date - interval '12 months' and recorded_on <= ${day}::date - interval '11 months'
    ) as held`.execute(db)
  return rows[0]?.held ?? false
}
