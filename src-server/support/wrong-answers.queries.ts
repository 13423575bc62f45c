import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/db/client.ts'
import { visible } from '../monitoring/trouble.queries.ts'

export type WrongAnswerRow = {
  noticeId: number
  answeredAt: Date
  channel: Channel
  target: string
  userId: number | null
  username: string | null
  documentId: string | null
  documentDescription: string | null
  recordedAt: Date | null
  recordedHasTime: boolean | null
  recordedOn: string | null
  alerts: { name: string; criteria: string; sentence: string; recordRaw: string }[]
  seenAt: Date | null
  seenBy: string | null
}

/** Answers 'This looks wrong', those nobody has dealt with or all, the newest first. */
export async function listWrongAnswers(
  db: Db,
  {
    manages,
    limit,
    offset,
    unseenOnly,
  }: { manages: readonly Role[]; limit: number; offset: number; unseenOnly: boolean },
): Promise<{ rows: WrongAnswerRow[]; total: number }> {
  const answers = sql`
    from notice_answer r join notice n on n.id = r.notice_id left join "user" u on u.id = n.user_id
    where r.answer = 'wrong' and ${unseenOnly ? sql`r.seen_at is null` : sql`true`} and ${visible(manages)}`
  const { rows } = await sql<WrongAnswerRow>`
    select p.notice_id as "noticeId", p.answered_at as "answeredAt", p.channel, p.target, p.user_id as "userId", p.username,
      v.document_id as "documentId", coalesce(nullif(v.document_description, ''), v.document_type) as "documentDescription",
      v.recorded_at as "recordedAt", v.recorded_has_time as "recordedHasTime", v.recorded_on as "recordedOn",
      coalesce((
        select json_agg(json_build_object('name', o.alert_name, 'criteria', o.criteria,
          'sentence', o.match ->> 'sentence', 'recordRaw', o.match ->> 'recordRaw') order by o.id)
        from outgoing_event o where o.notice_id = p.notice_id), '[]') as alerts,
      p.seen_at as "seenAt", s.username as "seenBy"
    from (
      select r.*, n.channel, n.target, u.id as user_id, u.username ${answers}
      order by r.answered_at desc, r.notice_id desc limit ${limit} offset ${offset}) p
    left join event v on v.id = p.event_id
    left join "user" s on s.id = p.seen_by
    order by p.answered_at desc, p.notice_id desc`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${answers}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** @returns whose it is; undefined where there is no such answer that is unseen, or it is another's */
export async function markSeen(
  tx: Tx,
  { noticeId, seenBy, manages }: { noticeId: number; seenBy: number; manages: readonly Role[] },
): Promise<{ userId: number | null; documentId: string } | undefined> {
  const { rows } = await sql<{ userId: number | null; documentId: string }>`
    update notice_answer r set seen_at = now(), seen_by = ${seenBy}
    from notice n left join "user" u on u.id = n.user_id left join event v on v.id = n.event_id
    where n.id = r.notice_id and r.notice_id = ${noticeId} and r.answer = 'wrong' and r.seen_at is null
      and ${visible(manages)}
    returning u.id as "userId", coalesce(v.document_id, '') as "documentId"`.execute(tx)
  return rows[0]
}

/** Past this a number says no more. */
const mostCounted = 1000

/** How many nobody has dealt with; by the index of those alone. */
export async function countWrongAnswers(db: Db, manages: readonly Role[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from notice_answer r join notice n on n.id = r.notice_id left join "user" u on u.id = n.user_id
      where r.answer = 'wrong' and r.seen_at is null and ${visible(manages)} limit ${mostCounted}) w`.execute(db)
  return rows[0]?.n ?? 0
}
