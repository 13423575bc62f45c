/**
 * Statements of a sender without claims, leases or fences: of delivery's limit, which takes sets of notices, and of the
 * peers, which take one at a time. Each commits alone.
 */

/**
 * Reads the state again (owner, address, suppression, alert, mute) with what the message says, and commits the calls of
 * the notices that still hold. A row for each alert of a notice, as the product's own statement returns them.
 */
export const commitCallsStatement = {
  name: 'commit_calls',
  text: `
    with state as (
      select n.id, 1 as fence, 1 as attempts, n.kind, n.template, n.channel, n.target, n.data, n.user_id as "userId",
        n.recipient_id as "recipientId", false as "possiblyTwice", n.instead_of_text as "insteadOfText",
        exists (
          select from account_email c where c.user_id = n.user_id and c.address_key = e.address_key
          offset 0) as "isAccountEmail",
        u.language, null as "sinceFirstMs", null as "skipReason",
        v.id as "eventId", v.document_id as "documentId", v.document_type as "documentType",
        v.document_description as "documentDescription", extract(epoch from v.recorded_at)::float8 * 1000 as "recordedMs",
        v.recorded_on as "recordedOn", v.recorded_has_time as "recordedHasTime", v.document_url as "documentUrl",
        v.restricted, v.parties, v.parcels, left(v.legal_description, 600) as "legalDescription",
        v.situs_addresses as "situsAddresses", o.id as "alertId", o.alert_name as name, o.criteria, o.match
      from notice n
        join "user" u on u.id = n.user_id
        join email_address e on e.id = n.recipient_id
        join event v on v.id = n.event_id
        join outgoing_event o on o.notice_id = n.id
        join alert a on a.id = o.alert_id
        join alert_email l on l.alert_id = a.id and l.email_id = o.recipient_id
      where n.id = any($1::bigint[]) and u.status = 'A'
        and e.verified_at is not null and e.address_key = lower(n.target)
        and a.status = 'A' and a.paused_until is null and l.unsubscribed_at is null
        and not exists (
          select from suppression s
          where s.channel = n.channel and s.target = e.address_key and s.lifted_at is null
            and coalesce(s.owner_id, n.user_id) = n.user_id)
        and not exists (select from record_mute m where m.owner_key = n.owner_key and m.event_id = n.event_id)),
    calling as (
      update delivery set calling_at = clock_timestamp(), attempts = attempts + 1
      where notice_id = any(array(select id from state)))
    select *, clock_timestamp() as "checkedAt" from state`,
}

/** Ends notices that the provider accepted, and keeps a record of the calls. */
export const recordOutcomesStatement = {
  name: 'record_outcomes',
  text: `
    with given as (select * from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as g(id, message, called_at)),
    ended as (delete from delivery where notice_id = any($1::bigint[])),
    made as (
      insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, provider_message_id)
      select id, 1, called_at, now(), 'accepted', message from given)
    update notice n set state = 'accepted', provider_message_id = given.message, accepted_at = now(), ended_at = now()
    from given where n.id = any($1::bigint[]) and n.id = given.id`,
}

/** Plans that keep to the indexes: they are made once, while the tables are still nearly empty. */
export const byIndexes =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
