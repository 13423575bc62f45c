import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MonitoringWindow } from '#shared/contract/monitoring.ts'
import { assessHealth } from '#shared/domain/monitoring/health.ts'
import { maxSeconds, minSeconds } from '#shared/domain/monitoring/latency.ts'
import { noteBackup } from '#shared/node/domain/monitoring/backups.queries.ts'
import { startHeartbeat } from '#shared/node/domain/monitoring/heartbeat.ts'
import { recordFeedDays, recordSamples } from '#shared/node/domain/monitoring/samples.queries.ts'
import { ownFailures } from '#shared/node/domain/notices/own-failures.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { readFigures } from './figures.queries.ts'
import { readHistoryPoints } from './history-points.ts'
import { listMetrics } from './metrics.ts'

let server: TestServer
let owner: Connection
let trimin: Browser
beforeAll(async () => {
  server = await startTestServer()
  owner = connect(server.database.ownerUrl, { max: 2 })
  trimin = await logIn(server.app, await makeUser(server.deps.db, { role: 'TRIMIN' }))
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})
afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() =>
  query(`truncate notice, delivery, notice_attempt, notice_answer, event, event_match, figure_minute, latency_minute,
    feed_minute, outgoing_event, possible_match, weekly_email, quarantine, match_queue, suppression cascade`),
)

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.pool.query<Row>(text, values)).rows

/** The middle of a minute that was over `ago` minutes before. */
const minute = (ago: number) => new Date((Math.floor(Date.now() / 60_000) - ago) * 60_000 + 30_000)

let documents = 0
async function event(receivedAt: Date, { lagSeconds = 60 } = {}): Promise<number> {
  const rows = await query<{ id: string }>(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels, received_at)
     values (1, $1, '', $2, true, '2026-01-02', '[]', '[]', $3) returning id`,
    [`document ${++documents}`, new Date(receivedAt.getTime() - lagSeconds * 1000), receivedAt],
  )
  return Number(rows[0]?.id)
}
type NoticeSpec = {
  kind?: string
  state?: string
  userId?: number
  eventId?: number
  acceptedAt?: Date
  endedAt?: Date
}
let targets = 0
async function notice(spec: NoticeSpec = {}): Promise<number> {
  const rows = await query<{ id: string }>(
    `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state, reason, accepted_at, ended_at)
     values ($1, 'match', $2, 1, $3::bigint, coalesce($3::bigint, 0), 'EMAIL', $4, $5, 'The provider refused it.', $6, $7) returning id`,
    [
      spec.kind ?? 'match',
      spec.eventId ?? null,
      spec.userId ?? null,
      `person${++targets}@example.org`,
      spec.state ?? 'accepted',
      spec.acceptedAt ?? null,
      spec.endedAt ?? null,
    ],
  )
  return Number(rows[0]?.id)
}

describe('figures', () => {
  it('count the same before a minute is stored, after, and after it is counted again', async () => {
    const received = minute(3)
    const id = await event(received, { lagSeconds: 120 })
    await event(minute(2))
    await notice({ eventId: id, acceptedAt: new Date(received.getTime() + 10_000) })
    await notice({ state: 'failed', endedAt: minute(2) })
    await query(
      `insert into event_match (event_id, alert_id, revision, match, matched_at) values (1, 1, 1, '{}', $1)`,
      [received],
    )
    await query(
      `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) select id, 1, $1, $1, 'retry' from notice limit 1`,
      [received],
    )
    await query(
      `insert into notice_answer (notice_id, event_id, owner_key, answer, answered_at) values (1, 1, 1, 'wrong', $1)`,
      [received],
    )
    await query(
      `insert into event_match (event_id, alert_id, revision, match, matched_at) values (1, 2, 1, '{"grade": "LIKELY"}', $1)`,
      [received],
    )
    await query(
      `insert into possible_match (event_id, alert_id, revision, criteria, match, matched_at) values (1, 3, 1, '', '{}', $1)`,
      [received],
    )
    const weekly = await notice({ kind: 'weekly', acceptedAt: received })
    await query(
      `insert into weekly_email (owner_key, target, week, notice_id, made_at) values (1, '', now(), $1, $2)`,
      [weekly, received],
    )
    const sent = { noticesOut: 1, failed: 1, weeklyMade: 1, weeklyOut: 1 }
    const matched = { matches: 2, likely: 1, possible: 1 }
    const wanted = { eventsIn: 2, ...matched, ...sent, emailErrors: 1, textErrors: 0, looksWrong: 1 }
    const fresh = await readFigures(server.deps)
    expect(fresh).toMatchObject(wanted)
    expect(fresh.p50).toBeGreaterThan(9.5)
    expect(fresh.p99).toBeLessThan(10.5)
    for (let again = 0; again < 2; again++) {
      await recordSamples(server.deps.db)
      expect(await readFigures(server.deps)).toMatchObject({ ...wanted, p50: fresh.p50, p99: fresh.p99 })
    }
    const kept = await query<{ minutes: number }>('select count(*)::integer as minutes from figure_minute')
    expect(kept[0]?.minutes).toBe(24 * 60)
  })

  it.each<[string, { addressRefused: boolean; reason?: string }, boolean]>([
    ['its address is refused', { addressRefused: true }, true],
    ['refused by one mail domain, whoever it is for, or given up', { addressRefused: false }, false],
    ['not created', { addressRefused: true, reason: ownFailures.notRendered }, false],
  ])('say whether a message failed for its address: %s', async (_what, failed, isRefusedAddress) => {
    const { addressRefused, reason = 'The provider refused it.' } = failed
    const id = await notice({ state: 'failed', endedAt: minute(1) })
    await query(`update notice set reason = $2, address_refused = $3 where id = $1`, [id, reason, addressRefused])
    const figures = await readFigures(server.deps)
    expect(figures).toMatchObject({ failed: 1, refusedAddresses: Number(isRefusedAddress) })
    const shown = listMetrics(figures).filter(({ name }) => name === 'notices_day')
    expect(shown.map(({ labels, value }) => `${labels} ${value}`)).toEqual(
      expect.arrayContaining([
        'outcome="failed" 1',
        `outcome="refused_address" ${Number(isRefusedAddress)}`,
        `outcome="given_up" ${Number(!isRefusedAddress)}`,
      ]),
    )
    expect(assessHealth(figures).problems.some(({ code }) => code === 'failed')).toBe(!isRefusedAddress)
  })

  it('count a feed’s silence by its usual days, and report the newest backup', async () => {
    expect((await readFigures(server.deps)).lastBackupSeconds).toBeNull()
    // Outside the demo, a timer that has never worked must alert, too.
    const county = { ...server.deps, env: { ...server.deps.env, EMBEDDED_DATABASE: undefined } }
    await query(`update schema_migration set applied_at = now() - interval '60 hours' where version = 1`)
    const never = await readFigures(county)
    expect(never.lastBackupSeconds).toBeCloseTo(60 * 3600, -3)
    expect(assessHealth(never).problems).toContainEqual({ code: 'oldBackup', seconds: never.lastBackupSeconds })
    expect(listMetrics(never)).toContainEqual(
      expect.objectContaining({ name: 'last_backup_seconds', value: never.lastBackupSeconds }),
    )
    // Yesterday may be a holiday, which does not count.
    await writeSetting(server.deps.db, 'reports', { ...settingsGroups.reports.initial, federalHolidays: false }, null)
    await query(`insert into feed (name, last_seen_at) values ('Yesterday', now() - interval '30 hours')`)
    await recordFeedDays(server.deps.db, 'America/Chicago')
    await query(
      `insert into feed_day select f.id, d::date from feed f, generate_series(now() - interval '34 days', now(), '1 day') d
       on conflict do nothing`,
    )
    for (const hours of [3, 50, 20]) await noteBackup(server.deps.db, new Date(Date.now() - hours * 3_600_000))
    const figures = await readFigures(county)
    expect(figures.feeds.find(({ name }) => name === 'Yesterday')?.overdueSeconds).toBeCloseTo(30 * 3600, -3)
    expect(figures.lastBackupSeconds).toBeCloseTo(3 * 3600, -3)
    await query(`truncate feed_day`)
    await query(`delete from feed where name = 'Yesterday'`)
  })

  it('count “not about me” by cause, of 30 and of 365 days, and no other answer', async () => {
    const answers: [answer: string, cause: string, daysAgo: number][] = [
      ['not-me', 'byInitial', 1],
      ['not-me', 'byInitial', 40],
      ['not-me', 'byInitial', 400],
      ['not-me', 'fullName', 29],
      ['not-me', '', 3],
      ['not-me', 'from a later version', 300],
      ['wrong', '', 1],
    ]
    for (const [index, [answer, cause, daysAgo]] of answers.entries())
      await query(
        `insert into notice_answer (notice_id, event_id, owner_key, answer, cause, answered_at)
         values ($1, 1, 1, $2, $3, now() - make_interval(days => $4))`,
        [index + 1, answer, cause, daysAgo],
      )
    const figures = await readFigures(server.deps)
    expect(figures.notMe).toEqual([
      { cause: 'fullName', days30: 1, days365: 1 },
      { cause: 'byInitial', days30: 1, days365: 2 },
      { cause: 'unknown', days30: 1, days365: 2 },
    ])
    const shown = listMetrics(figures).filter(({ name }) => name === 'answers_not_me')
    expect(shown.map(({ labels, value }) => `${labels} ${value}`)).toContain('cause="by_initial",days="365" 2')
  })

  it.each([
    ['before the record came', -3, minSeconds],
    ['after nine days', 9 * 24 * 3600, maxSeconds],
  ])('count a notice that left %s as the bound', async (_when, seconds, counted) => {
    const received = new Date(minute(3).getTime() - seconds * 1000)
    await notice({ eventId: await event(received), acceptedAt: minute(3) })
    const { p50 } = await readFigures(server.deps)
    expect(Math.abs(Number(p50) - counted) / counted).toBeLessThan(0.1)
  })

  it.each([-2, 2])('use the database’s minutes when a worker’s clock is %i days off', async (days) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 })
    await recordSamples(server.deps.db)
    expect(
      await query(
        `select max(at) between now() - interval '1 hour' and now() as right from figure_minute having count(*) > 0`,
      ),
    ).toEqual([{ right: true }])
  })

  it.each([-2, 2])('say when a process was last seen when its clock is %i days off', async (days) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 })
    const heartbeat = startHeartbeat(server.deps.db, 'worker', server.deps.log)
    try {
      await vi.waitFor(
        async () =>
          expect(
            await query(
              `select seen_at between now() - interval '1 hour' and now() as right from process_heartbeat
             where kind = 'worker'`,
            ),
          ).toEqual([{ right: true }]),
        { timeout: 60_000 },
      )
    } finally {
      await heartbeat.stop()
    }
  })

  it('count a worker that restarts all the time once: the next start on this machine forgets dead ones', async () => {
    // Beyond the largest number that Linux gives a process.
    const dead = 2 ** 22 + 1
    const died = () =>
      query(
        `select kind, pid_space = 'another machine' as far from process_heartbeat where pid = ${dead} order by 1, 2`,
      )
    for (const [kind, space] of [
      ['worker', null],
      ['server', null],
      ['worker', 'another machine'],
    ])
      await query(
        `insert into process_heartbeat (id, kind, host, pid, pid_space, started_at, resident_bytes, heap_bytes, loop_delay_ms,
           loop_delay_max_ms, loop_utilization)
         select gen_random_uuid(), $1, host, ${dead}, coalesce($2, pid_space), started_at, resident_bytes, heap_bytes,
           loop_delay_ms, loop_delay_max_ms, loop_utilization
         from process_heartbeat where pid = $3 limit 1`,
        [kind, space, process.pid],
      )
    expect(await died()).toHaveLength(3)
    const heartbeat = startHeartbeat(server.deps.db, 'worker', server.deps.log)
    try {
      await vi.waitFor(
        async () =>
          expect(await died()).toEqual([
            { kind: 'server', far: false },
            { kind: 'worker', far: true },
          ]),
        { timeout: 60_000 },
      )
    } finally {
      await heartbeat.stop()
      await query(`delete from process_heartbeat where pid = ${dead}`)
    }
  })

  it('count a late commit in the minute in which it began', async () => {
    await recordSamples(server.deps.db)
    await event(minute(1))
    await recordSamples(server.deps.db)
    expect(await query('select feed_id::integer as feed, events, lag_seconds as lag from feed_minute')).toEqual([
      { feed: 1, events: 1, lag: 60 },
    ])
  })

  it('say what waits, and which processes run', async () => {
    const waiting = await notice({ state: 'waiting' })
    const doubt = await notice({ state: 'in_doubt' })
    await notice({ state: 'held' })
    await query(
      `insert into delivery (notice_id, priority, next_attempt_at, in_doubt_since) values ($1, 1, now() - interval '90 seconds', null), ($2, 1, now(), now())`,
      [waiting, doubt],
    )
    await query(
      `insert into match_queue (event_id, attempts, not_before, queued_at)
       values (${await event(minute(3))}, 3, now() + interval '1 hour', now() - interval '11 minutes')`,
    )
    const figures = await readFigures(server.deps)
    expect(figures).toMatchObject({ waiting: 1, inDoubt: 1, held: 1, matchQueue: 1 })
    expect(figures.oldestUnmatchedSeconds).toBeGreaterThanOrEqual(660)
    expect(figures.oldestDueSeconds).toBeGreaterThanOrEqual(89)
    expect(figures.oldestDueSeconds).toBeLessThan(3600)
    // A weekly email waits for all others and is never late; a letter of a purge may be.
    await query(
      `update delivery set priority = 10, next_attempt_at = now() - interval '2 hours' where notice_id = ${waiting}`,
    )
    expect((await readFigures(server.deps)).oldestDueSeconds).toBeLessThan(3600)
    await query(`update delivery set priority = 2 where notice_id = ${waiting}`)
    expect((await readFigures(server.deps)).oldestDueSeconds).toBeGreaterThanOrEqual(7199)
    await query(`update delivery set decided_at = now() - interval '20 minutes' where notice_id = ${waiting}`)
    const now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000)
    await recordSamples(server.deps.db, now)
    const points = await readHistoryPoints(server.deps.db, { window: 'hour', timeZone: 'UTC', now })
    const ages = points.flatMap(({ oldestUnsent }) => oldestUnsent ?? [])
    expect(ages).toHaveLength(1)
    expect(ages[0]).toBeGreaterThanOrEqual(1200)
    expect(figures.processes).toMatchObject([{ kind: 'server', pid: process.pid }])
    expect(figures.database.bytes).toBeGreaterThan(1_000_000)
    expect(figures.database.connections).toBeGreaterThan(0)
  })

  it('are deleted after their time', async () => {
    await query(
      `insert into latency_minute values (now() - interval '9 days', 3, 1), (now() - interval '7 days', 3, 1)`,
    )
    await recordSamples(server.deps.db)
    expect(await query('select 1 from latency_minute')).toHaveLength(1)
  })
})

describe('the page', () => {
  it('shows what /metrics says', async () => {
    await event(minute(1))
    await notice({ state: 'failed', endedAt: minute(1) })
    const { data } = await trimin.query<{ content: { metrics: ReturnType<typeof listMetrics> } }>('monitoring.now')
    const text = await server.app.inject({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: 'Bearer figures are read by tests 4817' },
    })
    const lines = new Set(text.body.split('\n').map((line) => line.replace(/ [^ ]+$/, '')))
    for (const { name, labels, value } of data.content.metrics)
      if (value !== null) expect(lines).toContain(`land_alerts_${name}${labels && `{${labels}}`}`)
    expect(text.body).toContain('land_alerts_notices_day{outcome="failed"} 1')
  })

  it.each<[MonitoringWindow, number, number]>([
    ['hour', 30, 3],
    ['day', 24, 70],
    ['week', 28, 400],
  ])('draws the last %s in %i points; the current span counts so far', async (window, points, ago) => {
    const id = await event(minute(ago))
    await notice({ eventId: id, acceptedAt: minute(ago) })
    const now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000)
    await recordSamples(server.deps.db, now)
    // Of a minute that is not stored yet.
    const fresh = new Date(now.getTime() - 1000)
    await notice({ eventId: await event(fresh), state: 'failed', endedAt: fresh })
    const content = await readHistoryPoints(server.deps.db, { window, timeZone: 'UTC', now })
    expect(content).toHaveLength(points)
    expect(content.filter((point) => point.running)).toEqual([content.at(-1)])
    expect(content.at(-1)).toMatchObject({ events: 1, failed: 1 })
    expect(content.reduce((sum, point) => sum + (point.events ?? Number.NaN), 0)).toBe(2)
    expect(content[0]?.events).toBe(0)
    expect(content.filter((point) => point.p50 !== null)).toHaveLength(1)
  })
})

describe('failed messages', () => {
  it('lists failed messages with their reason, resends each once, and audits it', async () => {
    const owner = await makeUser(server.deps.db)
    const id = await notice({ state: 'failed', endedAt: minute(1), userId: owner.id })
    // Of a user whom the caller may not see: neither listed nor counted.
    const hidden = await makeUser(server.deps.db, { role: 'FOREVER' })
    await notice({ state: 'failed', endedAt: minute(1), userId: hidden.id })
    const { data } = await trimin.query<{ content: { notices: object[]; total: number } }>('monitoring.failed', {
      page: 1,
    })
    expect(data.content).toMatchObject({
      total: 1,
      notices: [{ id, username: owner.username, reason: 'The provider refused it.', channel: 'EMAIL' }],
    })
    expect((await trimin.mutate('monitoring.sendAgain', { id })).status).toBe(200)
    expect(await query('select state from notice order by id')).toEqual([{ state: 'waiting' }, { state: 'failed' }])
    expect((await readFigures(server.deps)).failed).toBe(1)
    expect(await query('select 1 from delivery where notice_id = $1', [id])).toHaveLength(1)
    expect((await trimin.mutate('monitoring.sendAgain', { id })).status).toBe(400)
    const audit = await query(
      `select p.subject_username from audit_log a join audit_personal p on p.audit_id = a.id where a.type = 'NOTICE' and p.description like $1`,
      ['Staff resent %. It had failed: The provider refused it.'],
    )
    expect(audit).toEqual([{ subject_username: owner.username }])
  })

  it('resends by reason or all together: each once, only those that the page showed, with one line in the audit log', async () => {
    const owner = await makeUser(server.deps.db, { role: 'USER' })
    await query(
      `insert into notice (kind, template, revision, user_id, owner_key, channel, target, state, reason, ended_at, event_id)
       select 'match', 'match', 1, $1, $1, 'EMAIL', 'many@example.org', 'failed',
         case when n % 3 = 0 then 'Not today.' else 'No.' end, now() - interval '1 minute', n from generate_series(1, 3000) n`,
      [owner.id],
    )
    const hidden = await makeUser(server.deps.db, { role: 'FOREVER' })
    await notice({ state: 'failed', endedAt: minute(1), userId: hidden.id })
    type Shown = { content: { reasons: { reason: string; count: number }[]; total: number; until: string } }
    const { data } = await trimin.query<Shown>('monitoring.failedReasons')
    const { until, ...shown } = data.content
    expect(shown).toEqual({
      reasons: [
        { reason: 'No.', count: 2000 },
        { reason: 'Not today.', count: 1000 },
      ],
      total: 3000,
    })
    const later = await notice({ state: 'failed', endedAt: new Date(Date.now() + 60_000), userId: owner.id })
    const send = async (reason: string | null) => {
      const { status, data: answer } = await trimin.mutate<{ content: { sent: number } }>(
        'monitoring.sendFailedAgain',
        {
          reason,
          until,
        },
      )
      return status === 200 ? answer.content.sent : status
    }
    // Two presses together send each message once.
    expect((await Promise.all([send('Not today.'), send('Not today.')])).toSorted()).toEqual([1000, 400])
    await query(`update notice set state = 'accepted', accepted_at = now() where id in (
      select id from notice where state = 'failed' and reason = 'No.' limit 1)`)
    expect(await send(null)).toBe(1999)
    expect(
      await query(
        'select state, count(*)::int as notices from notice where user_id = $1 group by state order by state',
        [owner.id],
      ),
    ).toEqual([
      { state: 'accepted', notices: 1 },
      { state: 'failed', notices: 1 },
      { state: 'waiting', notices: 2999 },
    ])
    expect(await query('select count(*)::int as due from delivery where attempts = 0')).toEqual([{ due: 2999 }])
    expect(await query('select state from notice where id = $1', [later])).toEqual([{ state: 'failed' }])
    const audit = await query<{ description: string; notices: number }>(
      `select p.description, jsonb_array_length(p.new_value::jsonb -> 'notices') as notices from audit_personal p
       where p.description like 'Staff resent % messages%' order by p.description`,
    )
    expect(audit).toEqual([
      { description: 'Staff resent 1000 messages that had failed: Not today.', notices: 1000 },
      { description: 'Staff resent 1999 messages that had failed.', notices: 1999 },
    ])
  })
})
