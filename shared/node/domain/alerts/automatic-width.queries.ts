import { sql } from 'kysely'
import type { Criteria } from '#shared/contract/alert.ts'
import type { AlertWidth } from '#shared/contract/automatic-width.ts'
import { beginsWide, expectByCensus } from '#shared/matching/public.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/**
 * Whether a new alert starts wide: if its name is rare in the census or, once the county holds a year of records, in
 * these.
 * @param widest from `toWidest`
 * @param found the records of the last 12 months of which it would notify right away
 */
export async function decideWidth(
  db: Db,
  { widest, found, day }: { widest: Criteria<'NAME'>; found: number; day: string },
): Promise<AlertWidth> {
  const expected = expectByCensus(widest)
  const { on, by } = beginsWide(expected, (await holdsRecordsOfAYear(db, day)) ? found : null)
  return { on, by, perYear: by === 'census' ? expected : found }
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
