import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { startQueue } from './queue.ts'
import { startWorker } from './start.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.clear()
  await setup.rows('delete from outbox_message')
  await setup.alert({ ownerId: await setup.user(), recipients: [{ target: 'jane@example.org' }] })
})

const never = 600_000
const outbox = () => setup.rows<{ recipient: string }>('select recipient from outbox_message')
const env = () => testEnv(setup.url, { COUNTY_TIME_ZONE: 'America/Chicago' })
const soon = { timeout: 60_000, interval: 20 }

describe('a worker', () => {
  test('finds a record without a job, and sends its message', async () => {
    const worker = await startWorker(env(), { pollMs: 50 })
    try {
      await setup.event()
      await expect.poll(outbox, soon).toEqual([{ recipient: 'jane@example.org' }])
      await expect.poll(() => setup.history(), soon).toMatchObject([{ state: 'accepted', delivery: false }])
    } finally {
      await worker.stop()
    }
  })

  test('is woken by a job, and wakes delivery in turn', async () => {
    const worker = await startWorker(env(), { pollMs: never })
    try {
      await setup.event()
      await worker.deps.enqueue(null, 'wakeMatching', {})
      await expect.poll(outbox, soon).toHaveLength(1)
    } finally {
      await worker.stop()
    }
  })

  test('keeps no rows of wake-ups that were received', async () => {
    const worker = await startWorker(env(), { pollMs: never })
    const boss = await startQueue(env(), worker.deps.log)
    const wakes = () => setup.rows(`select 1 from pgboss.job where name like '%.wake'`)
    try {
      for (let minute = 0; minute < 2; minute++) {
        for (const key of ['wakeMatching', 'wakeDelivery', 'wakeCallbacks'] as const)
          await worker.deps.enqueue(null, key, {})
        // A job that was received may be removed as soon as the worker's own maintenance is due.
        await expect
          .poll(
            () => setup.rows(`select name, state from pgboss.job where name like '%.wake' and state <> 'completed'`),
            soon,
          )
          .toEqual([])
        await setup.rows(
          `update pgboss.job set completed_on = completed_on - interval '1 minute' where name like '%.wake'`,
        )
        // Makes maintenance due, whatever its interval.
        await setup.rows('update pgboss.queue set maintain_on = null')
        await boss.supervise()
        await expect.poll(wakes, soon).toEqual([])
      }
    } finally {
      await boss.stop({ graceful: false, close: true })
      await worker.stop()
    }
  })

  test('keeps the schedules of the catalog in the county’s time', async () => {
    const worker = await startWorker(env())
    await worker.stop()
    expect(await setup.rows('select name, cron, timezone from pgboss.schedule order by name')).toEqual([
      { name: 'audit.chain', cron: '* * * * *', timezone: 'America/Chicago' },
      { name: 'audit.purge', cron: '30 3 * * *', timezone: 'America/Chicago' },
      { name: 'feeds.check', cron: '40 3 * * *', timezone: 'America/Chicago' },
      { name: 'sweep', cron: '* * * * *', timezone: 'America/Chicago' },
      { name: 'upkeep', cron: '10 3 * * *', timezone: 'America/Chicago' },
      { name: 'users.purge', cron: '30 3 * * *', timezone: 'America/Chicago' },
      { name: 'weekly.make', cron: '*/5 * * * *', timezone: 'America/Chicago' },
    ])
  })

  test('does not start if the database refuses its login', async () => {
    const gone = new URL(setup.url)
    gone.pathname = '/no_such_database'
    await expect(startWorker(testEnv(gone.href))).rejects.toThrow(
      'Cannot reach the database in DATABASE_URL (database "no_such_database" does not exist).',
    )
  })

  test('does not start on a database without its schema', async () => {
    const empty = new URL(setup.url)
    empty.pathname = '/postgres'
    await expect(startWorker(testEnv(empty.href))).rejects.toThrow('npm run migrate')
  })
})

describe('the process', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  const start = (databaseUrl: string) => {
    const child = fork(path.join(import.meta.dirname, 'main.ts'), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        EMBEDDED_DATABASE: '1',
        APP_SECRET: 'a secret of tests, thirty-two characters',
        STATE_DIR: 'none',
        LOG_LEVEL: 'error',
      },
    })
    children.push(child)
    const said = Promise.withResolvers<unknown>()
    child.once('message', said.resolve)
    const ended = Promise.withResolvers<number | null>()
    child.once('exit', ended.resolve)
    return { child, ready: said.promise, ended: ended.promise }
  }

  test.each([
    ['SIGTERM', (child: ChildProcess) => void child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcess) => void child.kill('SIGINT')],
    ['a launcher that has ended', (child: ChildProcess) => child.disconnect()],
  ])('says when it is ready and ends in good order on %s', async (_, tell) => {
    const { child, ready, ended } = start(setup.url)
    expect(await ready).toEqual({ ready: true })
    tell(child)
    expect(await ended).toBe(0)
    expect(
      await setup.rows(
        `select from pg_stat_activity where application_name like 'land-alerts worker%' and datname = current_database()`,
      ),
    ).toEqual([])
  })

  test.each([
    [78, 'the configuration has a fault', 'not an address', 'DATABASE_URL must be an address'],
    // The launcher tries again: the database may be away for a moment only.
    [
      1,
      'the database cannot be reached',
      'postgres://app@127.0.0.1:1/alerts',
      'Cannot reach the database in DATABASE_URL',
    ],
  ])('ends with one plain line and status %i, like the server, where %s', async (status, _, databaseUrl, line) => {
    const { child, ended } = start(databaseUrl)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    expect(await ended).toBe(status)
    expect(text).toContain(line)
    expect(text.trim().split('\n')).toHaveLength(1)
  })
})
