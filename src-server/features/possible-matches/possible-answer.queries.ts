import { sql } from 'kysely'
import type { Match } from '#shared/contract/match.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { PossibleMatchKey } from '#shared/contract/possible-match.ts'
import type { AnswerCause } from '#shared/node/domain/notices/answer-cause.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/** A possible match of the list that is about to be answered. */
export type AnsweredMatch = { answer: NoticeAnswer | null; match: Match; documentId: string }

/**
 * Locks a possible match of a user and its alert until the transaction ends, the alert first, as every change of an alert
 * does; undefined if there is no such match.
 */
export async function lockPossibleMatch(
  tx: Tx,
  userId: number,
  { eventId, alertId }: PossibleMatchKey,
): Promise<AnsweredMatch | undefined> {
  await sql`select from alert where id = ${alertId} and user_id = ${userId} for update`.execute(tx)
  const { rows } = await sql<AnsweredMatch>`
    select p.answer, p.match, e.document_id as "documentId"
    from possible_match p join event e on e.id = p.event_id
    where p.event_id = ${eventId} and p.alert_id = ${alertId} and p.user_id = ${userId} for update of p`.execute(tx)
  return rows[0]
}

export type SameAlertMatch = { eventId: number; match: Match }

/** The other unanswered possible matches of an alert. */
export const lockUnansweredMatches = async (tx: Tx, alertId: number): Promise<SameAlertMatch[]> => {
  const { rows } = await sql<SameAlertMatch>`
    select event_id as "eventId", match from possible_match
    where alert_id = ${alertId} and answer is null order by event_id for update`.execute(tx)
  return rows
}

/** Answers further matches of an alert with one that its owner answered in the same transaction. */
export async function answerWithOther(
  tx: Tx,
  { alertId, eventIds, answer }: { alertId: number; eventIds: readonly number[]; answer: NoticeAnswer },
): Promise<void> {
  await sql`
    update possible_match set answer = ${answer}, answered_at = now()
    where alert_id = ${alertId} and event_id = any (${[...eventIds]}::bigint[])`.execute(tx)
}

/** Takes an answer back, with those to other matches of the alert that were given together with it. */
export async function deleteAnswers(tx: Tx, { eventId, alertId }: PossibleMatchKey): Promise<void> {
  await sql`
    with cleared as (
      update possible_match p set answer = null, answered_at = null from possible_match given
      where given.event_id = ${eventId} and given.alert_id = ${alertId}
        and p.alert_id = given.alert_id and p.answered_at = given.answered_at
      returning p.event_id, p.alert_id, given.answer)
    -- Another answer is the resident's report of a record that they found themselves.
    delete from notice_answer a using cleared c
    where a.event_id = c.event_id and a.alert_id = c.alert_id and a.answer = c.answer`.execute(tx)
}

type Given = PossibleMatchKey & { ownerKey: number; answer: NoticeAnswer }

/**
 * Stores an answer to a possible match with those to messages, so that it counts like them and 'This looks wrong' is a
 * report for staff. No message was sent, so it has a number of its own.
 * @returns that number
 */
export async function recordPossibleAnswer(
  tx: Tx,
  { eventId, alertId, ownerKey, answer }: Given,
  { cause, grade, expectedRecords, expectedRecordsOfPair }: AnswerCause,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into notice_answer (notice_id, event_id, alert_id, owner_key, answer, cause, grade, expected_records,
      expected_records_of_pair)
    values (nextval(pg_get_serial_sequence('notice', 'id')), ${eventId}, ${alertId}, ${ownerKey}, ${answer}, ${cause},
      ${grade}, ${expectedRecords}, ${expectedRecordsOfPair})
    -- The resident may have reported the record before it was a possible match, or the alert's former owner answered.
    on conflict (event_id, alert_id) where alert_id is not null do update set answer = excluded.answer,
      owner_key = excluded.owner_key, answered_at = now(), cause = excluded.cause, grade = excluded.grade,
      expected_records = excluded.expected_records, expected_records_of_pair = excluded.expected_records_of_pair,
      resolved_at = null, resolved_by = null, opened_at = null, opened_by = null
    returning notice_id as number`.execute(tx)
  if (!rows[0]) throw new Error('The answer was not stored.')
  return rows[0].number
}
