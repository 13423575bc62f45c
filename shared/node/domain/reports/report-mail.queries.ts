import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'

/** `isFound`: the resident found the record themselves. `isPossible`: it was a possible match, so no message was sent. */
export type Report = {
  ownerKey: number
  eventId: number
  noticeId: number
  documentId: string
  isFound?: boolean
  isPossible?: boolean
}

/**
 * @returns whether the report may have an email of its own: not if the owner has reported this record before, and staff
 * have not resolved it since. One that its owner withdrew in between waits for the email that counts reports.
 */
export async function insertReport(tx: Tx, { ownerKey, eventId, noticeId }: Report): Promise<boolean> {
  const inserted = await tx
    .insertInto('report_mail')
    .values({ owner_key: ownerKey, event_id: eventId, notice_id: noticeId })
    .onConflict((oc) =>
      oc
        .columns(['owner_key', 'event_id'])
        .doUpdateSet({ notice_id: noticeId, reported_at: sql`now()`, mailed_at: null, taken_back_at: null })
        .where('report_mail.taken_back_at', 'is not', null),
    )
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirst()
  return inserted?.isFirst === true
}

/** Notes that the owner withdrew a report, unless the answer to another message about the record still reports it. */
export async function withdrawReport(
  tx: Tx,
  { ownerKey, eventId }: Pick<Report, 'ownerKey' | 'eventId'>,
): Promise<void> {
  await sql`
    update report_mail set taken_back_at = now()
    where owner_key = ${ownerKey} and event_id = ${eventId} and taken_back_at is null and not exists (
      select from notice_answer a where a.owner_key = ${ownerKey} and a.event_id = ${eventId} and a.answer = 'wrong')`.execute(
    tx,
  )
}

/** How many reports were emailed within the last hour: those of all residents, and those of one owner. */
export async function countMailedReports(tx: Tx, ownerKey: number): Promise<{ all: number; own: number }> {
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::integer as all, count(*) filter (where owner_key = ${ownerKey})::integer as own
    from report_mail where mailed_at > now() - interval '1 hour'`.execute(tx)
  return rows[0] ?? { all: 0, own: 0 }
}

/** Its email counts toward the hourly limits; the report waits for no other email. */
export async function markReportMailed(tx: Tx, { ownerKey, eventId }: Report): Promise<void> {
  await tx
    .updateTable('report_mail')
    .set({ mailed_at: sql<Date>`now()` })
    .where('owner_key', '=', ownerKey)
    .where('event_id', '=', eventId)
    .execute()
}

/** Staff resolved the report: if the same record is reported again, that report is new. */
export async function forgetReport(tx: Tx, noticeId: number): Promise<void> {
  await sql`
    delete from report_mail m using notice_answer a
    where a.notice_id = ${noticeId} and m.owner_key = a.owner_key and m.event_id = a.event_id`.execute(tx)
}

/**
 * Takes all reports that wait, if the first has waited for an hour, and marks them as mailed. If two workers try, only
 * one takes them.
 * @returns how many of them staff have not opened yet
 */
export async function takeWaitingReports(tx: Tx): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    with waiting as (
      select owner_key, event_id, notice_id, reported_at from report_mail where mailed_at is null for update skip locked),
    taken as (
      update report_mail m set mailed_at = now() from waiting w
      where m.owner_key = w.owner_key and m.event_id = w.event_id
        and exists (select from waiting where reported_at < now() - interval '1 hour')
      returning m.owner_key, m.event_id)
    select count(*)::integer as open from taken t where exists (
      select from notice_answer a where a.owner_key = t.owner_key and a.event_id = t.event_id and a.answer = 'wrong'
        and a.resolved_at is null and a.opened_at is null)`.execute(tx)
  return rows[0]?.open ?? 0
}

export type ReportReader = { id: number; email: string; verified: boolean }

/** The chosen administrators who can be emailed. */
export async function listReportStaff(tx: Tx, ids: readonly number[]): Promise<ReportReader[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReportReader>`
    select id, email, email_verified_at is not null as verified from "user"
    where id = any(${[...ids]}::bigint[]) and role in ('FOREVER', 'TRIMIN', 'COUNTY') and status in ('A', 'L') and email <> ''
    order by id`.execute(tx)
  return rows
}
