import { sql } from 'kysely'
import type { AlertWidth } from '#shared/contract/alert-view.ts'
import type { Criteria, Variants } from '#shared/contract/alert.ts'
import { expectedRecordsAYear } from '#shared/matching/expected-records.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** What a new alert of a person begins with if its name is rare (decisions, section 6a). */
const wideVariants = { typingSlips: true, soundAlikes: true, nicknames: true } satisfies Partial<Variants>

/** With more records a year than this, a new alert does not begin wide. */
const maxPerYear = 6

/** The criteria with all that automatic width turns on; null for types that it does not apply to. */
export const toWidest = (criteria: Criteria): Criteria<'NAME'> | null =>
  criteria.alertType === 'NAME' ? { ...criteria, variants: { ...criteria.variants, ...wideVariants } } : null

/**
 * Whether a new alert begins wide: by what it finds among the records of a year or, if the county holds less than that,
 * by how common the name is in the census. Too many for a year are too many whatever the census says.
 * @param widest from `toWidest`
 * @param found the records of the last 12 months that it matches
 */
export async function decideWidth(
  db: Db,
  { widest, found, day }: { widest: Criteria<'NAME'>; found: number; day: string },
): Promise<AlertWidth> {
  const isCounted = found > maxPerYear || (await holdsRecordsOfAYear(db, day))
  const perYear = isCounted ? found : Math.ceil(expectedRecordsAYear(widest))
  return { on: perYear <= maxPerYear, by: isCounted ? 'records' : 'census', perYear }
}

/** Whether records of the first of the last 12 months are held, and so presumably of those since. */
async function holdsRecordsOfAYear(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from event_key
      where recorded_on > ${day}::date - interval '12 months' and recorded_on <= ${day}::date - interval '11 months'
    ) as held`.execute(db)
  return rows[0]?.held ?? false
}
