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

type About = {
  ownerKey: RawBuilder<unknown>
  eventId: RawBuilder<unknown>
  /** Absent: of every revision. */
  revision?: RawBuilder<unknown>
}

/**
 * The answer to a record that counts: an owner's newest, whichever message it was given to. Every page, list and mute
 * follows it, so that two answers to one record never contradict each other. As JSON, or null.
 */
export const newestAnswer = ({ ownerKey, eventId, revision }: About) => sql<NewestAnswer | null>`(
  select json_build_object('noticeId', o.id, 'channel', o.channel, 'target', o.target, 'answer', g.answer,
    'answeredAt', g.answered_at)
  from notice_answer g join notice o on o.id = g.notice_id
  where g.owner_key = ${ownerKey} and g.event_id = ${eventId} ${revision ? sql`and o.revision = ${revision}` : sql``}
  order by g.answered_at desc, g.notice_id desc limit 1)`
