import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { Role } from '#shared/contract/roles.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { hashTicket, newTicket } from '#shared/node/domain/recipients/tickets.ts'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import type { TicketPurpose } from '#shared/node/platform/database/types/accounts.ts'
import type { Keyring } from '#shared/node/platform/secrets/keyring.ts'
import { testPasswordHash } from '#tests/helpers/factories.ts'

/** Someone with one record of every kind, or a county record; ids that a record lacks point to nothing. */
export type Target = {
  /** A word that occurs in all of the record's data and nowhere else. */
  mark: string
  userId: number
  username: string
  email: string
  sessionId: string
  alertId: number
  emailId: number
  address: string
  /** A verified address, to which the notice went. */
  notifiedEmailId: number
  notifiedAddress: string
  phoneId: number
  number: string
  /** A message that failed. */
  failedId: number
  /** A notice that was answered 'This looks wrong'. */
  noticeId: number
  /** The record of a possible match, where `arrange` made one. */
  possibleEventId: number
  /** The user's own unsubscribe for the account's email. */
  stopId: number
  links: { notice: string; unsubscribe: string; keep: string; undo: string }
  /** A ticket or a code, where `arrange` made one. */
  ticket: string
  feedId: number
  keyId: number
  quarantineId: number
  runId: number
  restoreId: number
  rollId: number
  /** Session tokens: one with the password just entered, one with it entered an hour ago. */
  tokens: { fresh: string; stale: string }
}

/** Where records are made: a database, and the secret of the servers on it. */
export type RecordsWorld = {
  server: { deps: { db: Db; env: { APP_SECRET: Keyring } } }
  passwordHash: string
  eventId: number
  /** A restricted record, whose match with each alert is withheld. */
  restrictedId: number
  /** The current value of each settings group. */
  settings: Record<string, object>
}

const none = 999_999_999
/** A record without an owner: its ids and links are well-formed but lead nowhere. */
export const nobody: Target = {
  // cspell:ignore nobodyatall
  mark: 'nobodyatall',
  userId: none,
  username: 'nobodyatall',
  email: 'nobodyatall@example.org',
  sessionId: 'f'.repeat(64),
  alertId: none,
  emailId: none,
  address: 'nobodyatall@example.org',
  notifiedEmailId: none,
  notifiedAddress: 'nobodyatall@example.org',
  phoneId: none,
  number: '+16129999999',
  failedId: none,
  noticeId: none,
  possibleEventId: none,
  stopId: none,
  links: {
    notice: `zz-${'A'.repeat(22)}`,
    unsubscribe: `zz-${'A'.repeat(22)}`,
    keep: `zz-${'A'.repeat(22)}`,
    undo: `zz-${'A'.repeat(22)}`,
  },
  ticket: 'A'.repeat(43),
  feedId: none,
  keyId: none,
  quarantineId: none,
  runId: none,
  restoreId: none,
  rollId: none,
  tokens: { fresh: 'A'.repeat(43), stale: 'A'.repeat(43) },
}

let madeCount = 0
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const newToken = () => randomBytes(32).toString('base64url')

/** Creates a user of the role with one record of every kind. `ahead` keeps it first in lists by time. */
export async function makeOwner(world: RecordsWorld, role: Role, { ahead = false } = {}): Promise<Target> {
  const { db, env } = world.server.deps
  madeCount += 1
  const mark = `quill${madeCount}x`
  const target = {
    mark,
    username: `${mark}.${role.toLowerCase()}`,
    email: `account.${mark}@example.org`,
    address: `alerts.${mark}@example.org`,
    notifiedAddress: `notified.${mark}@example.org`,
    number: `+1612${2_000_000 + madeCount}`,
  }
  const at = sql`now() + make_interval(days => ${ahead ? 1 : -1})`
  const { id: userId } = await one<{ id: number }>(sql`
    insert into "user" (username, role, email, first_name, last_name, password_hash, last_active_at)
    values (${target.username}, ${role}, ${target.email}, 'Wilma', 'Tester', ${world.passwordHash}, now() - interval '30 days')
    returning id`)
  const tokens = { fresh: newToken(), stale: newToken() }
  const sessionId = hashOf(newToken())
  const ids = await one<
    Record<
      'alertId' | 'emailId' | 'notifiedEmailId' | 'phoneId' | 'stopId' | 'failedId' | 'letterId' | 'changedId',
      number
    >
  >(sql`
    with sessions as (
      insert into session (id, user_id, expires_at, confirmed_at) values
        (${hashOf(tokens.fresh)}, ${userId}, now() + interval '9 hours', now()),
        (${hashOf(tokens.stale)}, ${userId}, now() + interval '9 hours', now() - interval '1 hour'),
        (${sessionId}, ${userId}, now() + interval '9 hours', now())),
    alert as (insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version)
      values (${userId}, ${`House of ${mark}`}, 'NAME', 'Wilma', 'Tester', 'Wilma Tester', 1) returning id),
    email as (insert into email_address (owner_id, address, former_contact) values (${userId}, ${target.address}, true) returning id),
    notified_email as (insert into email_address (owner_id, address, verified_at)
      values (${userId}, ${target.notifiedAddress}, now() - interval '20 days') returning id),
    phone as (insert into phone (owner_id, number, validated_at, validation_attempts, verification_attempts)
      values (${userId}, ${target.number}, now(), 1, 2) returning id),
    stop as (insert into suppression (channel, target, owner_id, reason)
      values ('EMAIL', ${target.email}, ${userId}, 'unsubscribe') returning id),
    failed as (insert into notice (kind, template, user_id, owner_key, channel, target, state, reason, ended_at)
      values ('account', 'password-changed', ${userId}, ${userId}, 'EMAIL', ${target.address}, 'failed', 'Full.', ${at})
      returning id),
    letter as (insert into notice (kind, template, user_id, owner_key, channel, target, state)
      values ('account', 'keep-alerts', ${userId}, ${userId}, 'EMAIL', ${target.email}, 'delivered') returning id),
    changed as (insert into notice (kind, template, user_id, owner_key, channel, target, state, data)
      values ('account', 'notices-changed', ${userId}, ${userId}, 'EMAIL', ${target.email}, 'delivered',
        ${JSON.stringify({ changes: [{ act: 'paused', alert: `House of ${mark}`, pausedUntil: '2099-01-01' }], byStaff: false, day: '2026-01-02', until: '2026-01-09' })})
      returning id),
    change as (insert into notice_change (user_id, alert_id, act, before) select ${userId}, id, 'paused', '{}' from alert returning id),
    noted as (insert into notice_of_change (notice_id, change_id) select changed.id, change.id from changed, change)
    select (select id from changed)::float8 as "changedId", (select id from alert)::float8 as "alertId", (select id from email)::float8 as "emailId",
      (select id from notified_email)::float8 as "notifiedEmailId",
      (select id from phone)::float8 as "phoneId", (select id from stop)::float8 as "stopId",
      (select id from failed)::float8 as "failedId", (select id from letter)::float8 as "letterId"`)
  await sql`update notice_change set before = jsonb_build_object('alert', to_jsonb(a)) from alert a
    where a.id = notice_change.alert_id and notice_change.user_id = ${userId}`.execute(world.server.deps.db)
  const { id: noticeId } = await one<{ id: number }>(sql`
    with emails as (insert into alert_email (alert_id, email_id, position) values (${ids.alertId}, ${ids.emailId}, 0)),
    phones as (insert into alert_phone (alert_id, phone_id, position) values (${ids.alertId}, ${ids.phoneId}, 0)),
    told as (
      insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state, accepted_at)
      values ('match', 'match', ${world.eventId}, 1, ${userId}, ${userId}, 'EMAIL', ${ids.notifiedEmailId}, ${target.notifiedAddress},
        'delivered', now()) returning id),
    call as (insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome)
      select id, 1, now(), now(), 'accepted' from told),
    history as (
      insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target,
        match, notice_id)
      select ${userId}, ${world.eventId}, 1, ${ids.alertId}, ${`House of ${mark}`}, 'Wilma Tester', 'EMAIL', ${ids.notifiedEmailId},
        ${target.notifiedAddress}, '{"sentence": "The same name.", "recordRaw": "TESTER WILMA"}', id from told),
    withheld as (insert into withheld_match (event_id, alert_id, user_id)
      values (${world.restrictedId}, ${ids.alertId}, ${userId})),
    answer as (insert into notice_answer (notice_id, event_id, owner_key, answer, answered_at)
      select id, ${world.eventId}, ${userId}, 'wrong', ${at} from told)
    select id::float8 as id from told`)
  const links = {
    notice: signLink(env.APP_SECRET, 'notice', noticeId),
    unsubscribe: signLink(env.APP_SECRET, 'unsubscribe', noticeId),
    keep: signLink(env.APP_SECRET, 'keep', ids.letterId),
    undo: signLink(env.APP_SECRET, 'undo', ids.changedId),
  }
  return { ...nobody, ...target, ...ids, userId, sessionId, noticeId, links, tokens }

  async function one<Row>(query: ReturnType<typeof sql>): Promise<Row> {
    const { rows } = await query.execute(db)
    return rows[0] as Row
  }
}

/** A feed with a key and something in quarantine, a migration that failed, and a parcel roll that waits for an answer. */
export async function makeCounty({ server }: RecordsWorld): Promise<Target> {
  madeCount += 1
  const mark = `recorder${madeCount}x`
  const body = JSON.stringify({ documentIdentifier: mark, recordedAt: '2026-01-05', parcels: ['17-1'] })
  const { rows } = await sql<Record<'feedId' | 'keyId' | 'quarantineId' | 'runId' | 'restoreId' | 'rollId', number>>`
    with roll as (insert into roll (state, file_name, problems)
      values ('loaded', ${mark}, ${JSON.stringify([{ line: 2, kind: 'noAddress', detail: mark }])}) returning id),
    feed as (insert into feed (name) values (${mark}) returning id),
    key as (insert into feed_key (feed_id, key_hash, hint)
      select id, ${hashTicket(mark)}, ${mark} from feed returning id),
    noticed as (insert into feed_check (feed_id, checked_at, feed_version, findings)
      select id, now(), 1, '[{"kind": "nameOrder", "change": {"nameOrder": "LAST_FIRST"}, "count": 60, "of": 60,
        "samples": [], "effects": []}]' from feed),
    item as (insert into quarantine (feed_id, stage, document_id, body, problems)
      select id, 'ingest', ${mark}, ${body}, '["a problem"]' from feed returning id),
    run as (insert into migration_run (state, ended_at, progress)
      values ('failed', now(), ${JSON.stringify({ message: mark })}) returning id),
    restored as (insert into database_restore (backup_at, noticed_by, timeline_before, last_notice_id, emails_in_doubt,
        texts_in_doubt, held, sessions_ended, reset_links_ended, feeds, released_at)
      values (now(), 'mark', gen_random_uuid(), 0, 0, 0, 0, 0, 0, '[]', now()) returning id),
    skipped as (insert into migration_skipped (run_id, of, legacy_id, reason) select id, 'EMAIL', ${mark}, 'Empty.' from run)
    select (select id from feed)::float8 as "feedId", (select id from key)::float8 as "keyId",
      (select id from item)::float8 as "quarantineId", (select id from run)::float8 as "runId",
      (select id from restored)::float8 as "restoreId", (select id from roll)::float8 as "rollId"`.execute(
    server.deps.db,
  )
  return { ...nobody, mark, ...rows[0] }
}

/** Issues a ticket for the purpose and the target's account, email or phone. */
export async function issueTicket({ server }: RecordsWorld, target: Target, purpose: TicketPurpose): Promise<void> {
  const { token, hash } = newTicket()
  target.ticket = token
  const { userId, emailId, phoneId } = target
  const of =
    purpose === 'email' ? { email_id: emailId } : purpose === 'phone' ? { phone_id: phoneId } : { user_id: userId }
  const goesTo = purpose === 'profile-email' ? `new.${target.mark}@example.org` : target.email
  await server.deps.db
    .insertInto('ticket')
    .values({ hash, purpose, ...of, target: goesTo, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
}

/** A record that may be about the target's user, with the answer. */
export async function insertPossibleMatch(
  { server }: RecordsWorld,
  target: Target,
  answer: NoticeAnswer | null = null,
): Promise<void> {
  const { userId, alertId, mark } = target
  const match = { grade: 'POSSIBLE', sentence: 'The same name.', recordRaw: 'TESTER WILMA', marks: [[0, 12]] }
  const { rows } = await sql<{ id: number }>`
    with recorded as (
      insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
      values (1, ${`DOC-${mark}`}, 'x', now(), false, current_date, '[]', '[]') returning id)
    insert into possible_match (event_id, alert_id, revision, user_id, criteria, match, answer, answered_at)
    select id, ${alertId}, 1, ${userId}, 'Wilma Tester', ${JSON.stringify(match)}, ${answer},
      case when ${answer}::text is not null then now() end
    from recorded returning event_id::float8 as id`.execute(server.deps.db)
  target.possibleEventId = rows[0]?.id ?? none
}

/** A world of records on the database, with two recorded documents and no user yet. */
export async function openRecords(deps: RecordsWorld['server']['deps'], ownerUrl: string): Promise<RecordsWorld> {
  const event = await sql<{ id: number }>`
    insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
    values (1, 'DOC-1', 'x', now(), false, current_date, '[]', '[]') returning id`.execute(deps.db)
  const restricted = await sql<{ id: number }>`
    insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, restricted, parties, parcels)
    values (1, 'DOC-2', 'x', now(), false, current_date, true, '[]', '[]') returning id`.execute(deps.db)
  // No worker runs here to send a test text, for whose outcome the caller would wait.
  const owner = connect(ownerUrl, { max: 1 })
  await owner.pool
    .query(
      `create function send_at_once() returns trigger language plpgsql as
         $$ begin new.state := 'accepted'; return new; end $$;
       create trigger test_texts before insert on notice for each row when (new.kind = 'test') execute function send_at_once()`,
    )
    .finally(owner.end)
  return {
    server: { deps },
    passwordHash: testPasswordHash,
    eventId: event.rows[0]?.id ?? 0,
    restrictedId: restricted.rows[0]?.id ?? 0,
    settings: {},
  }
}
