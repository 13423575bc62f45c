import { sql } from 'kysely'
import { type NewestAnswer, newestAnswer } from '#server/platform/newest-answer.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { Marks } from '#shared/contract/marks.ts'
import type { Match, MatchGrade } from '#shared/contract/match.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { Party } from '#shared/contract/party.ts'
import type { SitusAddresses } from '#shared/contract/record-property.ts'
import type { SkipReason } from '#shared/domain/notice/skip-reasons.ts'
import type { AnswerCause } from '#shared/node/domain/notices/answer-cause.queries.ts'
import { isAnswerable } from '#shared/node/domain/notices/answerable.queries.ts'
import { isWeeklyUnsubscribed } from '#shared/node/domain/possible-matches/weekly-unsubscribe.queries.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import { isUnsubscribed } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export type NoticeDetails = {
  id: number
  kind: string
  eventId: number | null
  userId: number | null
  ownerKey: number
  channel: Channel
  target: string
  recipientId: number | null
  /** The answer that counts, whichever of their messages it was given to; null while this one's revision asks again. */
  newest: NewestAnswer | null
  /** The account's own; null without an owner. */
  ownerEmail: string | null
  ownerPhone: string | null
  record: {
    documentId: string
    documentType: string
    documentDescription: string
    recordedAt: string
    recordedOn: string
    recordedHasTime: boolean
    documentUrl: string
    restricted: boolean
    legalDescription: string
    parties: Party[]
    parcels: string[]
    situsAddresses: SitusAddresses | null
  } | null
  /**
   * The record's parcels that any parcel alert of the owner matched, in any message; of a restricted record, the alerts'
   * own.
   */
  watchedParcels: string[]
  /** `alertId` is null if the alert is gone. */
  alerts: {
    alertId: number | null
    name: string
    criteria: string
    alertType: string | null
    sentence: string
    recordRaw: string
    alertRaw: string
    /** Null in matches of earlier versions. */
    marks: Marks | null
    /** A name or a parcel of the record. */
    field: Match['field']
    fieldIndex: Match['fieldIndex']
    role: Match['role']
    variant: Match['variant']
    /** Null in matches from before there were grades. */
    grade: MatchGrade | null
    byInitialOnly: boolean
    otherLegalForm: boolean
    stopped: boolean
  }[]
  /** The owner unsubscribed this address from all alerts. */
  unsubscribed: boolean
  /** The owner unsubscribed this address from the weekly email. */
  weeklyUnsubscribed: boolean
}

/** Locks a notice until the transaction ends. */
export function lockNotice(tx: Tx, id: number) {
  return tx
    .selectFrom('notice')
    .leftJoin('event', 'event.id', 'notice.event_id')
    .where('notice.id', '=', id)
    .select(['user_id as userId', 'kind', 'channel', 'target', 'recipient_id as recipientId', 'state', 'reason'])
    .select('document_id as documentId')
    .forUpdate('notice')
    .executeTakeFirst()
}
export type LockedNotice = NonNullable<Awaited<ReturnType<typeof lockNotice>>>

/** Why the address of a match notice takes no messages; null if it does. Whether its alerts still go there, the worker asks. */
export async function findAddressSkipReason(tx: Tx, noticeId: number): Promise<SkipReason | null> {
  const { rows } = await sql<{ skipReason: SkipReason | null }>`
    select d.skip_reason as "skipReason" from notice n cross join ${deliverable({
      mail: 'match',
      channel: sql`n.channel`,
      target: sql`n.target`,
      ownerId: sql`n.user_id`,
      recipientId: sql`n.recipient_id`,
    })} d where n.id = ${noticeId}`.execute(tx)
  return rows[0]?.skipReason ?? null
}

/** A notice with its record, alerts and answer; undefined if it, or its owner's account, is deleted. */
export async function findNotice(db: Db | Tx, id: number): Promise<NoticeDetails | undefined> {
  const { rows } = await sql<NoticeDetails>`
    select n.id, n.kind, n.event_id as "eventId", n.user_id as "userId", n.owner_key as "ownerKey", n.channel, n.target,
      n.recipient_id as "recipientId",
      u.email as "ownerEmail", u.phone as "ownerPhone",
      ${newestAnswer({ ownerKey: sql`n.owner_key`, eventId: sql`n.event_id`, revision: sql`n.revision` })} as newest,
      case when v.id is not null then json_build_object(
        'documentId', v.document_id, 'documentType', v.document_type, 'documentDescription', v.document_description,
        'recordedAt', v.recorded_at, 'recordedOn', v.recorded_on, 'recordedHasTime', v.recorded_has_time,
        'documentUrl', v.document_url, 'restricted', v.restricted,
        'legalDescription', v.legal_description, 'parties', v.parties, 'parcels', v.parcels,
        'situsAddresses', v.situs_addresses) end as record,
      coalesce((
        select json_agg(json_build_object('alertId', a.id, 'name', o.alert_name, 'criteria', o.criteria, 'alertType', a.alert_type,
          'sentence', coalesce(o.match ->> 'sentence', ''), 'recordRaw', o.match ->> 'recordRaw', 'alertRaw', coalesce(o.match ->> 'alertRaw', ''), 'marks', o.match -> 'marks', 'field', o.match ->> 'field',
          'fieldIndex', coalesce((o.match ->> 'fieldIndex')::int, 0), 'role', coalesce(o.match ->> 'role', ''),
          'variant', o.match ->> 'variant', 'grade', o.match ->> 'grade', 'byInitialOnly', coalesce((o.match ->> 'byInitialOnly')::boolean, false),
          'otherLegalForm', coalesce((o.match ->> 'otherLegalForm')::boolean, false), 'stopped', coalesce(le.unsubscribed_at, lp.unsubscribed_at) is not null or exists (
            select from notice_change c where c.act = 'recipient' and not c.keeps and c.undone_at is null and c.until > now()
              and c.alert_id = o.alert_id and c.channel = o.channel and c.recipient_id = o.recipient_id)) order by o.id)
        from outgoing_event o
        left join alert a on a.id = o.alert_id
        left join alert_email le on o.channel = 'EMAIL' and le.alert_id = a.id and le.email_id = o.recipient_id
        left join alert_phone lp on o.channel = 'PHONE' and lp.alert_id = a.id and lp.phone_id = o.recipient_id
        where o.notice_id = n.id), '[]') as alerts,
      coalesce((
        select json_agg(distinct coalesce(nullif(o.match ->> 'recordRaw', ''), o.criteria)) from outgoing_event o
        where o.event_id = n.event_id and (o.user_id = n.user_id or o.notice_id = n.id) and o.match ->> 'field' = 'parcel'
        ), '[]') as "watchedParcels",
      ${isUnsubscribed({
        channel: sql`n.channel`,
        target: sql`n.target`,
        userId: sql`n.user_id`,
        recipientId: sql`n.recipient_id`,
      })} as unsubscribed, ${isWeeklyUnsubscribed} as "weeklyUnsubscribed"
    from notice n left join event v on v.id = n.event_id
      left join "user" u on u.id = n.user_id
    where n.id = ${id} and (n.user_id is null or u.id is not null)`.execute(db)
  return rows[0]
}

/** Whether this user's history has a notice that its owner may answer. */
export async function isInHistory(db: Db, userId: number, noticeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from outgoing_event h join notice n on n.id = h.notice_id
    where h.notice_id = ${noticeId} and h.user_id = ${userId} and ${isAnswerable} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Stores the answer to a message; the last one counts.
 * @param about what staff count of it
 * @returns whether staff still have to open it, as a report
 */
export async function recordAnswer(
  tx: Tx,
  notice: NoticeDetails & { eventId: number },
  answer: NoticeAnswer,
  { cause, grade, expectedRecords, expectedRecordsOfPair }: AnswerCause,
): Promise<boolean> {
  const counted = {
    cause,
    grade,
    expected_records: expectedRecords,
    expected_records_of_pair: expectedRecordsOfPair,
  }
  const row = await tx
    .insertInto('notice_answer')
    .values({ notice_id: notice.id, event_id: notice.eventId, owner_key: notice.ownerKey, answer, ...counted })
    .onConflict((oc) =>
      // A changed answer is news that staff have not dealt with.
      oc.column('notice_id').doUpdateSet({
        answer,
        ...counted,
        answered_at: sql`now()`,
        resolved_at: sql`case when notice_answer.answer = excluded.answer then notice_answer.resolved_at end`,
        resolved_by: sql`case when notice_answer.answer = excluded.answer then notice_answer.resolved_by end`,
        opened_at: sql`case when notice_answer.answer = excluded.answer then notice_answer.opened_at end`,
        opened_by: sql`case when notice_answer.answer = excluded.answer then notice_answer.opened_by end`,
      }),
    )
    .returning(['answer', 'resolved_at'])
    .executeTakeFirstOrThrow()
  return row.answer === 'wrong' && row.resolved_at === null
}

export async function deleteAnswer(tx: Tx, noticeId: number): Promise<void> {
  await tx.deleteFrom('notice_answer').where('notice_id', '=', noticeId).execute()
}

/** Mutes a record and its revisions for this owner while the answer that counts is 'not about me'. */
export async function muteByAnswer(tx: Tx, ownerKey: number, eventId: number): Promise<void> {
  await sql`
    with given as (
      select ${newestAnswer({ ownerKey: sql`${ownerKey}::bigint`, eventId: sql`${eventId}::bigint` })} ->> 'answer' = 'not-me' is true as mutes),
    unmuted as (
      delete from record_mute where owner_key = ${ownerKey} and event_id = ${eventId} and not (select mutes from given))
    insert into record_mute (owner_key, event_id) select ${ownerKey}::bigint, ${eventId}::bigint from given where mutes
    on conflict do nothing`.execute(tx)
}

/** The owner of a notice, for the audit log; null for an address without an owner. */
export async function findOwner(tx: Tx, { userId }: NoticeDetails): Promise<{ id: number; username: string } | null> {
  if (userId === null) return null
  const owner = await tx.selectFrom('user').select(['id', 'username']).where('id', '=', userId).executeTakeFirst()
  return owner ?? null
}

/** 'Stop this alert only': stops the alerts of this notice for this address, or resumes them. */
export async function setAlertsStopped(tx: Tx, notice: NoticeDetails, stop: boolean): Promise<number> {
  const { rows } = await sql`
    with told as (select alert_id, channel, recipient_id from outgoing_event where notice_id = ${notice.id}),
    emails as (
      update alert_email l set unsubscribed_at = case when ${stop} then now() end from told t
      where t.channel = 'EMAIL' and l.alert_id = t.alert_id and l.email_id = t.recipient_id
        and (l.unsubscribed_at is null) = ${stop} returning 1),
    phones as (
      update alert_phone l set unsubscribed_at = case when ${stop} then now() end from told t
      where t.channel = 'PHONE' and l.alert_id = t.alert_id and l.phone_id = t.recipient_id
        and (l.unsubscribed_at is null) = ${stop} returning 1),
    -- Also a recipient that was taken from the alert and is still notified.
    taken as (
      update notice_change c set keeps = not ${stop} from told t
      where c.act = 'recipient' and c.alert_id = t.alert_id and c.channel = t.channel and c.recipient_id = t.recipient_id
        and c.keeps = ${stop} returning 1)
    select 1 from emails union all select 1 from phones union all select 1 from taken`.execute(tx)
  return rows.length
}
