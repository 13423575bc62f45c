import { sql } from 'kysely'
import type { MatchedAlert, NoticeFacts, RecordFacts } from '../templates/facts.ts'
import { accountTicketTemplates } from '../verification/ticket-kinds.ts'
import type { Hindrance } from './hindrance.ts'
import { type Database, planned } from './planned.queries.ts'

/** A claimed notice as it is now. Without a hindrance its call is committed: it may, and must, be made at once. */
export type Marked = NoticeFacts & {
  attempt: number
  userId: number | null
  recipientId: number | null
  /** Calls made, with this one. */
  calls: number
  firstCalledAt: Date | null
  hindrance: Hindrance | null
}

type Row = Omit<Marked, 'record' | 'alerts' | 'secret' | 'data'> & {
  data: Record<string, unknown>
  record: (Omit<RecordFacts, 'recordedAt'> & { recordedAt: string }) | null
  alerts: MatchedAlert[] | null
}

/**
 * Reads the state of claimed notices again and, in the same statement, commits that those without a hindrance are
 * being called. So a stop that was committed before is obeyed, and a kill leaves no more than this batch in doubt.
 * Rows that another attempt has taken over are left out.
 * @param today the county's date
 */
export async function mark(
  database: Database,
  claimed: { id: number; attempt: number }[],
  { today, leaseMs, spareMs }: { today: string; leaseMs: number; spareMs: number },
): Promise<Marked[]> {
  // Beside each join: by these alone rows are found, whatever size the tables had when the plan was made.
  const ids = claimed.map((c) => c.id)
  const rows = await planned(
    database,
    'delivery_mark',
    sql<Row>`
    with batch as (
      select * from unnest(${ids}::bigint[], ${claimed.map((c) => c.attempt)}::int[]) as b(id, attempt)),
    mine as (
      select d.notice_id as id, d.attempt, d.calls from batch b
      join delivery d on d.notice_id = b.id and d.attempt = b.attempt
      where d.notice_id = any(${ids}::bigint[]) and d.calling_at is null and d.lease_until > now() + ${spareMs} * interval '1 ms'
      order by d.notice_id for update of d),
    state as (
      select n.id, m.attempt, m.calls + 1 as calls, n.kind, n.template, n.channel, n.target, n.data,
        n.user_id as "userId", n.recipient_id as "recipientId",
        n.possibly_twice as "possiblyTwice", n.instead_of_text as "insteadOfText",
        coalesce(u.language, '') as language,
        case when m.calls > 0 then
          (select min(called_at) from notice_attempt a where a.notice_id = n.id) end as "firstCalledAt",
        case when n.kind = 'verify' then (
          select a.name from alert a
          where a.id = coalesce(
            (select max(l.alert_id) from alert_email l where n.channel = 'EMAIL' and l.email_id = n.recipient_id),
            (select max(l.alert_id) from alert_phone l where n.channel = 'PHONE' and l.phone_id = n.recipient_id))
        ) end as "alertName",
        case when v.id is not null then json_build_object(
          'documentId', v.document_id, 'documentType', v.document_type, 'documentDescription', v.document_description,
          'recordedAt', v.recorded_at, 'recordedOn', v.recorded_on, 'recordedHasTime', v.recorded_has_time,
          'documentUrl', v.document_url, 'parties', v.parties, 'parcels', v.parcels) end as record,
        told.alerts,
        case
          when exists (select from suppression s
            where s.channel = n.channel and s.target = lower(n.target) and s.lifted_at is null
              and ((s.owner_id is null and s.email_id is null)
                or (n.kind in ('match', 'verify') and (s.owner_id = n.user_id
                  or (s.email_id = n.recipient_id and n.channel = 'EMAIL'))))) then 'suppressed'
          when n.template = any(${accountTicketTemplates}) and u.id is null then 'owner-deleted'
          when n.kind in ('account', 'test') then null
          when n.user_id is not null and u.id is null then 'owner-deleted'
          when u.status in ('I', 'P') then 'owner-inactive'
          when n.kind = 'match' and n.instead_of_text and n.recipient_id is null then
            case when lower(u.email) <> lower(n.target) or u.email = '' then 'recipient-removed'
              when told.alerts is null then 'alert-off' when muted.event_id is not null then 'muted' end
          when coalesce(e.id, p.id) is null then 'recipient-removed'
          when coalesce(e.address_key, p.number) <> lower(n.target) then 'recipient-removed'
          when n.kind = 'verify' and coalesce(e.verified_at, p.verified_at) is not null then 'already-verified'
          when n.kind = 'verify' and n.channel = 'PHONE' and p.validated_at is null then 'not-validated'
          when n.kind = 'verify' then null
          when coalesce(e.verified_at, p.verified_at) is null and not coalesce(e.migrated, false) then 'not-verified'
          when n.channel = 'PHONE' and p.validated_at is null then 'not-verified'
          when told.alerts is null then 'alert-off'
          when muted.event_id is not null then 'muted'
          when v.id is null then 'record-gone'
        end as hindrance
      from mine m join notice n on n.id = m.id
      left join "user" u on u.id = n.user_id
      left join email_address e on n.channel = 'EMAIL' and e.id = n.recipient_id
      left join phone p on n.channel = 'PHONE' and p.id = n.recipient_id
      left join event v on n.kind = 'match' and v.id = n.event_id
      left join record_mute muted on n.kind = 'match' and muted.owner_key = n.owner_key and muted.event_id = n.event_id
      left join lateral (
        select json_agg(json_build_object('name', o.alert_name, 'criteria', o.criteria, 'match', o.match) order by o.id) as alerts
        from outgoing_event o join alert a on a.id = o.alert_id
        left join alert_email le on o.channel = 'EMAIL' and le.alert_id = a.id and le.email_id = o.recipient_id
        left join alert_phone lp on o.channel = 'PHONE' and lp.alert_id = a.id and lp.phone_id = o.recipient_id
        where o.notice_id = n.id and a.status = 'A' and (a.paused_until is null or a.paused_until <= ${today}::date)
          and coalesce(le.alert_id, lp.alert_id) is not null and coalesce(le.stopped_at, lp.stopped_at) is null
      ) told on n.kind = 'match'
      where n.id = any(${ids}::bigint[])),
    calling as (
      update delivery d set calling_at = clock_timestamp(), calls = s.calls, lease_until = now() + ${leaseMs} * interval '1 ms'
      from state s where d.notice_id = any(${ids}::bigint[]) and d.notice_id = s.id and s.hindrance is null)
    select * from state`,
  )
  return rows.map((row) => ({
    ...row,
    alerts: row.alerts ?? [],
    record: row.record && { ...row.record, recordedAt: new Date(row.record.recordedAt) },
    secret: null,
  }))
}
