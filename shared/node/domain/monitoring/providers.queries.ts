import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** How the last calls to one provider ended. */
export type ProviderFigures = {
  channel: Channel
  provider: string
  /**
   * Failed calls since it last accepted a message, and messages that its reports refused since the last one arrived.
   */
  failedInARow: number
  /** Seconds since the first and since the last of these failures; null if the last call succeeded. */
  failingSeconds: number | null
  answeredSeconds: number | null
  /** Its answer to the last failed call, without addresses. */
  answer: string
  /**
   * Whether it refuses the county rather than a message or its recipient, so that the set-up needs a person's
   * attention.
   */
  needsSetUp: boolean
  /** Whether it refused messages for good since the first of these failures: we do not try those again. */
  hasRefused: boolean
  /** Seconds since it last accepted a message; null if it never did. */
  acceptedSeconds: number | null
}

/** The calls that one worker made to a provider since its last report. */
export type CallTally = {
  provider: string
  /** Whether the provider accepted a call; the failed calls counted here followed it. */
  accepted: boolean
  failed: number
  firstFailedAt: Date | null
  answer: string
  needsSetUp: boolean
}

export async function readProviders(db: Db): Promise<ProviderFigures[]> {
  const { rows } = await sql<ProviderFigures>`
    select channel, provider, failed_in_a_row + said.calls as "failedInARow",
      coalesce(case when failed_in_a_row = 0 then said.answer end, last_answer) as answer,
      needs_set_up or exists (select from refusal r where r.channel = p.channel and is_of_sender) as "needsSetUp",
      failed_in_a_row > 0 and exists (
        select from (
          -- Only the last errors: a long outage leaves very many. A worker's clock noted the first failure, the
          -- database's the end of the message.
          select id from notice n where n.failed_at > failing_since - interval '1 minute' and n.channel = p.channel
            and not n.address_refused order by n.failed_at desc limit 1000) n
        join notice_attempt a on a.notice_id = n.id
        where a.outcome = 'refused' and a.detail <> '') as "hasRefused",
      extract(epoch from now() - least(case when failed_in_a_row > 0 then failing_since end, said.since))::float8
        as "failingSeconds",
      extract(epoch from now() - greatest(case when failed_in_a_row > 0 then last_failed_at end, said.latest))::float8
        as "answeredSeconds",
      extract(epoch from now() - last_accepted_at)::float8 as "acceptedSeconds"
    from provider_state p, lateral (
      -- Calls that it accepted, and messages that its reports refused since one last arrived.
      select count(*)::int as calls, min(a.called_at) as since, max(a.called_at) as latest,
        (array_agg(a.detail order by a.called_at desc))[1] as answer
      from refusal r join notice_attempt a using (notice_id)
      where r.channel = p.channel and r.reported and r.is_of_sender and a.outcome = 'refused'
        and a.called_at >= coalesce(p.arrived_call_at, '-infinity')) said
    order by channel`.execute(db)
  return rows
}

/**
 * Adds one worker's calls to the shared state of a provider. A newly configured provider starts at zero.
 * @returns how many calls in a row had failed before, and how many now: only one worker sees each change
 */
export async function recordProviderCalls(
  db: Db,
  channel: Channel,
  { provider, accepted, failed, firstFailedAt, answer, needsSetUp }: CallTally,
): Promise<{ before: number; after: number }> {
  const { rows } = await sql<{ before: number; after: number }>`
    with was as (
      select channel, case when provider = ${provider} then failed_in_a_row else 0 end as failed
      from provider_state where channel = ${channel} for update)
    update provider_state p set provider = ${provider},
      failed_in_a_row = ${failed}::int + case when ${accepted} then 0 else was.failed end,
      failing_since = case when ${accepted} or was.failed = 0 then ${firstFailedAt}::timestamptz else p.failing_since end,
      last_answer = case when ${failed}::int > 0 then ${answer} when ${accepted} then '' else p.last_answer end,
      needs_set_up = case when ${failed}::int > 0 then ${needsSetUp} when ${accepted} then false else p.needs_set_up end,
      last_failed_at = case when ${failed}::int > 0 then now() else p.last_failed_at end,
      last_accepted_at = case when ${accepted} then now() when p.provider = ${provider} then p.last_accepted_at end
    from was where p.channel = was.channel
    returning was.failed as before, p.failed_in_a_row as after`.execute(db)
  return rows[0] ?? { before: 0, after: 0 }
}

/** Clears the failures of a channel that no longer sends anything. */
export async function clearProviderState(db: Db, channel: Channel): Promise<void> {
  await db
    .updateTable('provider_state')
    .set({ provider: '', failed_in_a_row: 0, failing_since: null, last_answer: '', needs_set_up: false })
    .where('channel', '=', channel)
    .where('failed_in_a_row', '>', 0)
    .execute()
}
