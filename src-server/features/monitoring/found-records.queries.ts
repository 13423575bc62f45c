import { sql } from 'kysely'
import type { FoundRecordCount } from '#shared/contract/found-record.ts'
import { type WhyNot, whyNotReasons } from '#shared/contract/why-not.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Records that residents found themselves, of the last 30 and 365 days, by why they had got no notice. Without names. */
export async function countFoundRecords(db: Db, now: Date): Promise<FoundRecordCount[]> {
  const { rows } = await sql<{ reason: WhyNot; days30: number; days365: number }>`
    select reason, (count(*) filter (where found_at > ${now}::timestamptz - interval '30 days'))::integer as days30,
      count(*)::integer as days365
    from found_record where found_at > ${now}::timestamptz - interval '365 days' group by reason`.execute(db)
  return whyNotReasons.flatMap((reason) => rows.filter((row) => row.reason === reason))
}
