import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Texts that the provider accepted since the county's month began. */
export async function countTextsThisMonth(db: Db, timeZone: string): Promise<number> {
  const { rows } = await sql<{ texts: number }>`
    select count(*)::int as texts from notice
    where text_accepted_at >= date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`.execute(db)
  return rows[0]?.texts ?? 0
}

/**
 * Turns texts about records into emails to the owner: to a verified address of an alert of the notice, else to the
 * account's verified email, and never to a removed address. Cancels a notice whose record already goes to that address
 * by email. Fails a notice that has no such address, or whose email failed; a provider's later report about one of its
 * calls overrides that.
 * @returns the notices that are now emails
 */
export async function convertTextsToEmails(db: Db, claimed: { id: number; fence: number }[]): Promise<Set<number>> {
  const ids = claimed.map((c) => c.id)
  const { rows } = await sql<{ id: number }>`
    with c as (select * from unnest(${ids}::bigint[], ${claimed.map((c) => c.fence)}::int[]) as c(id, attempt)),
    -- Every statement locks a delivery before its notice, in the order of their ids.
    due as (
      select notice_id, attempt from delivery where notice_id = any(${ids}::bigint[]) order by notice_id for update),
    mine as (
      select n.id, n.event_id, n.revision, n.owner_key, n.target as number, email.id as email_id,
        email.address
      from c join due d on d.notice_id = c.id and d.attempt = c.attempt
      join notice n on n.id = c.id and n.channel = 'PHONE' and n.kind = 'match'
      left join lateral (
        select way.recipient_id as id, way.target as address from owner_addresses(n.user_id, 'match') way
        where way.channel = 'EMAIL' and (way.recipient_id is null or exists (
          select from text_replacement t where t.notice_id = n.id and t.email_id = way.recipient_id))
        order by way.rank, way.recipient_id limit 1) email on true),
    twin as (
      select mine.id, other.state = 'failed' as lost from mine join notice other on other.kind = 'match' and other.event_id = mine.event_id
        and other.revision = mine.revision and other.owner_key = mine.owner_key and other.channel = 'EMAIL'
        and lower(other.target) = lower(mine.address)),
    -- Two texts of one owner about one record become one email.
    first as (
      select distinct on (event_id, revision, owner_key, lower(address)) id from mine
      where address is not null and id not in (select id from twin)
      order by event_id, revision, owner_key, lower(address), id),
    turned as (
      update notice n set channel = 'EMAIL', target = mine.address, recipient_id = mine.email_id, instead_of_text = true,
        data = json_build_object('number', mine.number, 'accountEmail', mine.email_id is null)
      from mine join first using (id) where n.id = mine.id
      returning n.id),
    ended as (
      update notice n set ended_at = now(), given_up = mine.address is null or coalesce(twin.lost, false),
        (again_after, earlier_state) = (
          select n.again_after, n.earlier_state where mine.address is null or twin.lost),
        state = case when mine.address is null or twin.lost then 'failed'
          else coalesce(n.earlier_state, 'cancelled') end,
        reason = case when mine.address is null then 'The text budget for this month is used up, and there is no email address.'
          when twin.lost then 'The text budget for this month is used up, and the email in its place failed.'
          else 'The text budget for this month is used up. An email takes its place.' end
      from mine left join twin using (id) where n.id = mine.id and n.id not in (select id from first) and n.state in ('waiting', 'in_doubt')),
    gone as (delete from delivery d using mine where d.notice_id = mine.id and d.notice_id not in (select id from first))
    select id from turned`.execute(db)
  return new Set(rows.map((row) => row.id))
}
