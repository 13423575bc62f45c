import { sql } from 'kysely'
import type { ServerOverrides } from '#server/start.ts'
import { type Role, roles } from '#shared/contract/roles.ts'
import { type Browser, newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { makeCounty, makeOwner, openRecords, type RecordsWorld, type Target } from './records.ts'

export type AccessWorld = RecordsWorld & {
  server: TestServer
  /** One user of each role, and another; their data must not change. */
  callers: Record<Role, Target>
  others: Record<Role, Target>
  county: Target
  stop(): Promise<void>
}

/** A browser with that session. */
export function browserFor({ server }: AccessWorld, token: string | null): Browser {
  const browser = newBrowser(server.app)
  if (token !== null) browser.cookies.session = token
  return browser
}

export async function openWorld(
  env: Record<string, string> = {},
  overrides: ServerOverrides = {},
): Promise<AccessWorld> {
  const server = await startTestServer({ env, ...overrides })
  const records = await openRecords(server.deps, server.database.ownerUrl)
  const world = { ...records, server, callers: {}, others: {}, stop: server.stop } as AccessWorld
  for (const role of roles) {
    world.callers[role] = await makeOwner(world, role, { ahead: true })
    world.others[role] = await makeOwner(world, role, { ahead: true })
  }
  world.county = await makeCounty(world)
  return world
}

/** Everything that refused calls must leave unchanged. */
export async function fingerprint({ server, callers, others, county }: AccessWorld): Promise<Record<string, string>> {
  const ids = [callers, others].flatMap((those) => Object.values(those).map(({ userId }) => userId))
  const mine = sql`= any(${ids}::bigint[])`
  const parts = {
    user: sql`select id, username, role, status, email, first_name, password_hash, totp_on, totp_secret, version, sessions_ended_at
      from "user" where id ${mine}`,
    session: sql`select id, confirmed_at from session where user_id ${mine}`,
    alert: sql`select id, user_id, name, status, paused_until, version from alert where user_id ${mine}`,
    exception: sql`select alert_id, kind, value from alert_exception where alert_id in (select id from alert where user_id ${mine})`,
    email: sql`select id, address, verified_at, verification_attempts from email_address where owner_id ${mine}`,
    phone: sql`select id, validated_at, validation_attempts, verification_attempts from phone where owner_id ${mine}`,
    notice: sql`select id, state from notice where user_id ${mine}`,
    answer: sql`select notice_id, answer, resolved_at from notice_answer where owner_key ${mine}`,
    stop: sql`select id, lifted_at, seen_at from suppression where owner_id ${mine}`,
    link: sql`select alert_id, unsubscribed_at from alert_email where alert_id in (select id from alert where user_id ${mine})`,
    feed: sql`select id, name, closed_at, version from feed where id = ${county.feedId}`,
    noticed: sql`select requested_at, discarded from feed_check where feed_id = ${county.feedId}`,
    key: sql`select id, revoked_at from feed_key where feed_id = ${county.feedId}`,
    quarantine: sql`select id, settled_at, problems from quarantine where id = ${county.quarantineId}`,
    roll: sql`select id, state from roll where id = ${county.rollId}`,
    run: sql`select id, state from migration_run where id <= ${county.runId}`,
    setting: sql`select key, version from setting`,
    epoch: sql`select end_users_ended_at from session_epoch`,
  }
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(
      Object.entries(parts).map(
        ([name, part]) =>
          sql`(select coalesce(json_agg(t order by t::text), '[]')::text from (${part}) t) as ${sql.ref(name)}`,
      ),
    )}`.execute(server.deps.db)
  return rows[0] ?? {}
}
