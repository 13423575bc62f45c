import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { MappedAlert, MappedEmail } from './legacy-mapping.ts'
import type { SkippedRow } from './run.queries.ts'

/** @returns the ids that were new */
export async function stageEmails(db: Db, runId: number, emails: MappedEmail[]): Promise<Set<string>> {
  const { rows } = await sql<{ legacyId: string }>`
    insert into migration_email (run_id, legacy_id, address)
    select ${runId}, e."legacyId", e.address
    from json_to_recordset(${JSON.stringify(emails)}) as e ("legacyId" text, address text)
    on conflict do nothing returning legacy_id as "legacyId"`.execute(db)
  return new Set(rows.map((row) => row.legacyId))
}

export async function stageAlerts(db: Db, runId: number, alerts: MappedAlert[]): Promise<Set<string>> {
  const { rows } = await sql<{ legacyId: string }>`
    insert into migration_alert (run_id, legacy_id, legacy_email_id, alert_type, first_name, last_name, business_name,
      parcel_id, criteria, name, status)
    select ${runId}, a."legacyId", a."legacyEmailId", a."alertType", a."firstName", a."lastName", a."businessName",
      a."parcelId", a.criteria, a.name, a.status
    from json_to_recordset(${JSON.stringify(alerts)}) as a ("legacyId" text, "legacyEmailId" text, "alertType" text,
      "firstName" text, "lastName" text, "businessName" text, "parcelId" text, criteria text, name text, status text)
    on conflict do nothing returning legacy_id as "legacyId"`.execute(db)
  return new Set(rows.map((row) => row.legacyId))
}

export async function insertSkipped(db: Db, runId: number, skipped: SkippedRow[]): Promise<void> {
  if (skipped.length === 0) return
  await sql`
    insert into migration_skipped (run_id, of, legacy_id, reason)
    select ${runId}, s.of, s."legacyId", s.reason
    from json_to_recordset(${JSON.stringify(skipped)}) as s (of text, "legacyId" text, reason text)`.execute(db)
}
