import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'

export type NewestAnswer = {
  noticeId: number
  channel: Channel
  target: string
  answer: NoticeAnswer
  answeredAt: string
}

type About = { ownerKey: RawBuilder<unknown>; eventId: RawBuilder<unknown> }
type OfRevision = About & { revision: RawBuilder<unknown> }

/**
 * Whether the owner has answered the messages about a revision of a record. A new revision's messages ask again; an
 * answer to one of them, or to any message since the first of them was sent, counts for all of them.
 */
export const isAnswered = ({ ownerKey, eventId, revision }: OfRevision) => sql<boolean>`exists (
  select from notice_answer s join notice t on t.id = s.notice_id
  where s.owner_key = ${ownerKey} and s.event_id = ${eventId} and (t.revision >= ${revision} or s.answered_at >= (
    select coalesce(min(m.accepted_at), min(m.created_at), '-infinity') from notice m
    where m.event_id = ${eventId} and m.revision = ${revision} and m.owner_key = ${ownerKey} and m.kind = 'match')))`

/**
 * The answer to a record that counts: an owner's newest, to whichever message. Every page, list and mute follows it, so
 * that two answers to one record never contradict each other. As JSON, or null.
 * @param about with a revision: also null while its messages ask again
 */
export const newestAnswer = (about: About | OfRevision) => sql<NewestAnswer | null>`(
  select json_build_object('noticeId', o.id, 'channel', o.channel, 'target', o.target, 'answer', g.answer,
    'answeredAt', g.answered_at)
  from notice_answer g join notice o on o.id = g.notice_id
  where g.owner_key = ${about.ownerKey} and g.event_id = ${about.eventId} ${'revision' in about ? sql`and ${isAnswered(about)}` : sql``}
  order by g.answered_at desc, g.notice_id desc limit 1)`

/**
 * Of answers `r` 'This looks wrong': an owner's reports of one record count as one report, the newest. They are open,
 * or resolved, together.
 */
export const isNewestReport = sql<boolean>`not exists (
  select from notice_answer l where l.owner_key = r.owner_key and l.event_id = r.event_id and l.answer = 'wrong'
    and (l.resolved_at is null) = (r.resolved_at is null) and (l.answered_at, l.notice_id) > (r.answered_at, r.notice_id))`
