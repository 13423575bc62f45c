import { sql } from 'kysely'
import { newestAnswer } from '#server/platform/newest-answer.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { RecordParcels } from '#shared/node/domain/notices/describe-properties.ts'
import { recordParcels } from '#shared/node/domain/notices/record-parcels.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { NoticeKind, NoticeState } from '#shared/node/platform/database/types/notices.ts'

export type SentMessage = {
  /** The notice's id; negative for a match without a notice. */
  id: number
  kind: NoticeKind
  template: string
  documentId: string | null
  recordParcels: RecordParcels | null
  channel: Channel
  target: string
  /** `unsent`: a record matched, but we could send nothing to this address. */
  state: NoticeState | 'unsent'
  /** Why it failed, waits, was canceled or was never written, or ''. */
  reason: string
  possiblyTwice: boolean
  insteadOfText: boolean
  /** The owner's answer that counts for the record, to whichever message it was given; or null. */
  answer: NoticeAnswer | null
  /** A different answer that was given to this message before, or null. */
  earlierAnswer: NoticeAnswer | null
  createdAt: Date
  acceptedAt: Date | null
  /** When we try next, while it waits. */
  nextAttemptAt: Date | null
}

/** Matches without a notice, one line per record and address. */
const selectUnsent = (userId: number) => sql`
  select -min(id) as id, event_id, channel, target, max(unsent_reason) as reason, min(created_at) as created_at
  from outgoing_event
  where user_id = ${userId} and notice_id is null and unsent_reason <> ''
  group by event_id, channel, target`

/** Messages that we sent, will send, or could not send to a user, the latest first. */
export async function listMessages(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<SentMessage[]> {
  const { rows } = await sql<SentMessage>`
    select m.id, m.kind, m.template, m."documentId", m.channel, m.target, m.state, m.reason, m."possiblyTwice",
      m."insteadOfText", m.newest ->> 'answer' as answer,
      nullif(m.given, m.newest ->> 'answer') as "earlierAnswer", m."createdAt", m."acceptedAt", m."nextAttemptAt",
      ${recordParcels(sql`o.event_id = v.id and o.user_id = ${userId}`)} as "recordParcels" from (
    select n.id, n.kind, n.template, v.document_id as "documentId", n.channel, n.target, n.state, n.reason,
      n.possibly_twice as "possiblyTwice", n.instead_of_text as "insteadOfText", a.answer as given,
      ${newestAnswer({ ownerKey: sql`n.owner_key`, eventId: sql`n.event_id`, revision: sql`n.revision` })} as newest, n.created_at as "createdAt",
      n.accepted_at as "acceptedAt", case when n.state = 'waiting' then d.next_attempt_at end as "nextAttemptAt",
      n.event_id as "eventId"
    from notice n left join event v on v.id = n.event_id left join delivery d on d.notice_id = n.id
      left join notice_answer a on a.notice_id = n.id
    where n.user_id = ${userId}
    union all
    select u.id, 'match', '', v.document_id, u.channel, u.target, 'unsent', u.reason, false, false, null, null, u.created_at, null,
      null, u.event_id
    from (${selectUnsent(userId)}) u join event v on v.id = u.event_id
    order by "createdAt" desc, id desc limit ${limit} offset ${offset}) m left join event v on v.id = m."eventId"
    order by m."createdAt" desc, m.id desc`.execute(db)
  return rows
}

export async function countMessages(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from notice where user_id = ${userId}) + (select count(*) from (${selectUnsent(userId)}) u) as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
