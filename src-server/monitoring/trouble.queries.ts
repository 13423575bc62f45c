import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/db/client.ts'
import type { NoticeKind } from '#shared/node/db/types.ts'

/** Whose messages the caller may see: those of the roles that they manage, and those without an owner. */
const visible = (manages: readonly Role[]) => sql`(n.user_id is null or u.role = any(${[...manages]}::text[]))`

type Window = { manages: readonly Role[]; limit: number; offset: number }

export type FailedRow = {
  id: number
  kind: NoticeKind
  channel: Channel
  target: string
  userId: number | null
  username: string | null
  documentId: string | null
  reason: string
  endedAt: Date
  calls: number
}

/** Messages that failed, the newest first; by the index of failed ones alone. */
export async function listFailed(
  db: Db,
  { manages, limit, offset }: Window,
): Promise<{ rows: FailedRow[]; total: number }> {
  const failed = sql`from notice n left join "user" u on u.id = n.user_id where n.failed_at is not null and ${visible(manages)}`
  const { rows } = await sql<FailedRow>`
    select n.id, n.kind, n.channel, n.target, u.id as "userId", u.username, v.document_id as "documentId", n.reason,
      n.failed_at as "endedAt",
      (select count(*)::integer from notice_attempt a where a.notice_id = n.id) as calls
    from (select n.* ${failed} order by n.failed_at desc, n.id desc limit ${limit} offset ${offset}) n
    left join "user" u on u.id = n.user_id
    left join event v on v.id = n.event_id
    order by n.failed_at desc, n.id desc`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${failed}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export type WrongAnswerRow = {
  noticeId: number
  answeredAt: Date
  channel: Channel
  target: string
  userId: number | null
  username: string | null
  documentId: string | null
  documentDescription: string | null
  alerts: { name: string; criteria: string; sentence: string; recordRaw: string }[]
  seenAt: Date | null
  seenBy: string | null
}

/** Answers 'This looks wrong', those nobody has seen or all, the newest first. */
export async function listWrongAnswers(
  db: Db,
  { manages, limit, offset, unseenOnly }: Window & { unseenOnly: boolean },
): Promise<{ rows: WrongAnswerRow[]; total: number }> {
  const answers = sql`
    from notice_answer r join notice n on n.id = r.notice_id left join "user" u on u.id = n.user_id
    where r.answer = 'wrong' and ${unseenOnly ? sql`r.seen_at is null` : sql`true`} and ${visible(manages)}`
  const { rows } = await sql<WrongAnswerRow>`
    select p.notice_id as "noticeId", p.answered_at as "answeredAt", p.channel, p.target, p.user_id as "userId", p.username,
      v.document_id as "documentId", coalesce(nullif(v.document_description, ''), v.document_type) as "documentDescription",
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
