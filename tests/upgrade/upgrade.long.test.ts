import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningServer, startServer } from '#server/start.ts'
import { describeSchema } from '#shared/node/platform/migrate/describe-schema.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { newBrowser } from '#tests/helpers/server.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { startWorker } from '#worker/start.ts'
import { type DatabaseName, isBefore, loadMadeDatabase, readMadeDatabase } from './database-file.ts'
import { endings } from './endings.ts'
import { publicUrl } from './old-program.ts'
import { listKeys, listMissingStates, listSchema, type Snapshot } from './snapshot.ts'

// cspell:ignore cancelled spoilt

/** Tables of before 1.0 that have another name now. */
const renamed = new Map([
  ['held_word', 'record_word'],
  ['notice_change_told', 'notice_of_change'],
])

/** Rows that end when work does, or that the sweep writes again; of other tables, none. */
const mayGo = new Set(
  'delivery delivery_worker refusal match_queue match_again withheld_match process_heartbeat latency_minute throttle alert_key'.split(
    ' ',
  ),
)

/**
 * An upgrade of a database that an earlier program left in every state (make-database.ts): nothing is lost, and no
 * message is sent twice.
 */
describe.each<DatabaseName>(['database-before-1.0', 'database'])('%s', (name) => {
  const made = readMadeDatabase(name)
  const { known } = made

  let database: TestDatabase
  let client: Client
  let sendgrid: SendgridStandIn
  let twilio: TwilioStandIn
  let server: RunningServer
  const undo: (() => Promise<unknown>)[] = []
  let before: Snapshot
  let schemaBefore: string[]
  let newSchema: Awaited<ReturnType<typeof describeSchema>>

  const select = async <T extends object>(sql: string, values: unknown[] = []) =>
    (await client.query<T>(sql, values)).rows

  const alertsAndMatches = (columns = 'a.display_status, a.notifiable') =>
    select(`
    select a.id, a.status, ${columns}, a.paused_until, a.criteria,
      array(select m.event_id from event_match m where m.alert_id = a.id and m.event_id < 1000000 order by 1) as events
    from alert a where a.id < 1000000 order by a.id`)
  let alertsBefore: object[]
  let missingStates: string[]
  let jobsBefore: { id: string }[]
  let refusals: string[] = []

  /** What the command says of a database that is older, or has another index; both leave it as it was. */
  async function tryBadTakeOvers(): Promise<string[]> {
    const attempt = async (sql: string, undoSql: string) => {
      await client.query(sql)
      const said = await migrate({ ownerUrl: database.ownerUrl, appRole: 'app' }).catch(
        (error: unknown) => (error as Error).message,
      )
      await client.query(undoSql)
      return String(said)
    }
    return [
      await attempt(
        'update schema_migration set version = -59 where version = 59',
        'update schema_migration set version = 59 where version = -59',
      ),
      await attempt('create index by_hand on alert (name)', 'drop index by_hand'),
    ]
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    client = new Client({ connectionString: database.ownerUrl })
    await client.connect()
    undo.push(database.drop, () => client.end())
    newSchema = await describeSchema(client)
    await client.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
    await loadMadeDatabase(client, made)
    // Two minutes later, when leases have ended; and the retries that wait for hours are due.
    await client.query(
      'update delivery set next_attempt_at = least(next_attempt_at, now()), lease_until = least(lease_until, now())',
    )
    before = await listKeys(client)
    missingStates = await listMissingStates(client)
    schemaBefore = await listSchema(client)
    alertsBefore = await alertsAndMatches(
      isBefore(made) ? 'a.standing as display_status, a.told as notifiable' : undefined,
    )
    jobsBefore = await select<{ id: string }>('select id from pgboss.job')
    if (isBefore(made)) refusals = await tryBadTakeOvers()
    await migrate({ ownerUrl: database.ownerUrl, appRole: 'app' })

    sendgrid = await startSendgrid()
    twilio = await startTwilio()
    undo.push(sendgrid.stop, twilio.stop)
    const passedMs = Date.now() - Date.parse(made.madeAt)
    for (const [standIn, ledger] of [
      [sendgrid, made.ledgers.sendgrid],
      [twilio, made.ledgers.twilio],
    ] as const)
      standIn.ledger.push(...ledger.map((entry) => ({ ...entry, at: entry.at + passedMs })))
    server = await startServer(testEnv(database.appUrl, environment()), { listen: false })
    undo.push(() => server.stop())
  })
  afterAll(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const environment = () => ({ PUBLIC_URL: publicUrl, ...standInEnv(sendgrid, twilio) })

  test('the made database has rows in every state', () => {
    expect(missingStates).toEqual([])
  })

  test.runIf(isBefore(made))('an older database, or a changed one, is refused and stays as it was', () => {
    expect(refusals).toEqual([
      expect.stringMatching(/^Nothing was migrated: the database is at schema 58 /),
      expect.stringMatching(/not as version 0\.1\.0 made them: table alert\. Undo/),
    ])
  })

  test('an older process finds every column and function that it uses, unless a migration is marked breaking', async () => {
    const isBreaking =
      isBefore(made) ||
      readMigrations()
        .slice(made.migrations)
        .some(({ breaking }) => breaking)
    const now = new Set(await listSchema(client))
    expect(isBreaking ? [] : schemaBefore.filter((item) => !now.has(item))).toEqual([])
  })

  test('the schema is the same as that of a new database', async () => {
    expect(await describeSchema(client)).toEqual(newSchema)
  })

  test('rows that are kept as JSON have the names of the columns of now', async () => {
    const old = String.raw`"(told|standing|not_by_initial|former_name|stopped_at|told_at|was_account|spoilt_parcels|unsent_reason|possibly_twice|again_after|earlier_state|lane|calls|owner_attempt|doubt_since)" ?: ?|"state" ?: ?"cancelled"`
    expect(
      await select(
        `select count(*) filter (where body ~ $1)::int as old, count(*) > 40 as some from (
          select body::text from event_revision union all select body::text from restricted_content
          union all select history::text from withheld_match union all select before::text from notice_change
          union all select body::text from migration_copy) kept (body)`,
        [old],
      ),
    ).toEqual([{ old: 0, some: true }])
  })

  test('alerts keep their status, criteria and matches', async () => {
    expect(await alertsAndMatches()).toEqual(alertsBefore)
  })

  describe('what people have in their hands still works', () => {
    test('a session', async () => {
      const browser = newBrowser(server.app)
      Object.assign(browser.cookies, known.cookies)
      expect(await browser.get('currentUser/loginStatus')).toMatchObject({ status: 200, body: { ok: true } })
      const { body } = await browser.post<{ total: number }>('userView/alerts', {})
      expect(body).toMatchObject({ ok: true, content: { total: 6 } })
    })

    const ticket = (purpose: string) => ({ ticket: known.tickets[purpose] })
    test.each<[string, object]>([
      ['auth/completeRegistration', ticket('registration')],
      ['auth/confirmAlertEmail', ticket('email')],
      ['auth/confirmAlertPhone', { ...ticket('phone'), code: known.code }],
      ['auth/checkResetTicket', ticket('password')],
      ['auth/confirmProfileEmail', ticket('profile-email')],
      ['auth/stopEmailChange', ticket('not-me')],
      ['auth/showUsernames', ticket('usernames')],
    ])('the link of %s', async (procedure, input) => {
      const answer = await newBrowser(server.app).mutate(procedure.replace('/', '.'), input)
      expect(answer.error).toBeUndefined()
    })

    test.each([
      ['auth.checkResetTicket', 'password'],
      ['auth.confirmAlertEmail', 'email'],
    ])('but not a link of %s that was used, or has expired', async (procedure, purpose) => {
      const answer = await newBrowser(server.app).mutate(procedure, { ticket: purpose.padEnd(43, '0') })
      expect(answer.status).toBe(400)
    })

    test('a password', async () => {
      const { body } = await newBrowser(server.app).post('auth/login', {
        username: 'odalys.larkspur',
        password: known.password,
      })
      expect(body.ok).toBe(true)
    })

    test("a feed's key", async () => {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/ingest/v1/events',
        headers: { authorization: `Bearer ${known.feedKey}` },
        payload: { events: [{ documentIdentifier: 'after', recordedAt: '2020-01-02', parties: [{ name: 'NOBODY' }] }] },
      })
      expect(statusCode).toBe(200)
    })
  })

  describe('once the new worker runs', () => {
    beforeAll(async () => {
      const worker = await startWorker(testEnv(database.appUrl, environment()), { pollMs: 25, deliveryClock: 600 })
      undo.push(worker.stop)
      await vi.waitFor(
        async () => {
          const [left] = await select<{ work: number; reports: number; runs: number; jobs: number }>(
            `
          select (select count(*)::int from delivery) + (select count(*)::int from match_queue)
              + (select count(*)::int from match_again) as work,
            (select count(*)::int from provider_callback where applied_at is null) as reports,
            (select count(*)::int from purge_run where ended_at is null) as runs,
            (select count(*)::int from pgboss.job where state < 'completed' and id = any ($1)) as jobs`,
            [jobsBefore.map(({ id }) => id)],
          )
          expect(left).toEqual({ work: 0, reports: 0, runs: 0, jobs: 0 })
        },
        { timeout: 120_000, interval: 100 },
      )
    })

    test('every notice ends as it must, and no recipient gets a message twice without a notice of it', async () => {
      const rows = await select<{ document: string; state: string; twice: boolean; id: number }>(
        `select e.document_id as document, n.id::int, n.state, n.possible_duplicate as twice
       from notice n join event e on e.id = n.event_id where n.revision = 1`,
      )
      const messages = Map.groupBy([...sendgrid.ledger, ...twilio.ledger], ({ notice }) => notice)
      const ended = rows.map(({ document, id, state, twice }) => [
        document,
        [state, messages.get(id)?.length ?? 0, ...(twice ? ['twice'] : [])],
      ])
      expect(Object.fromEntries(ended)).toEqual(endings)
      const isSecond = ({ twice }: { twice: boolean }) => twice
      const second = rows.filter(isSecond).flatMap(({ id }) => messages.get(id)?.slice(1) ?? [])
      expect(second.filter(({ message }) => !/twice/.test(JSON.stringify(message)))).toEqual([])
      expect([...sendgrid.breaches, ...twilio.breaches]).toEqual([])
    })

    test('links and codes that were asked for are sent', async () => {
      const open = await select(
        `select id from notice where kind <> 'match' and state in ('held', 'waiting', 'in_doubt')`,
      )
      expect(open).toEqual([])
      const targets = [...sendgrid.ledger, ...twilio.ledger].map(({ to }) => to)
      expect(targets).toEqual(expect.arrayContaining(['third@larkspur.example', '+16125551002', '+16125551003']))
    })

    test('no row is gone but what ends with its work', async () => {
      const now = await listKeys(client)
      const gone = Object.entries(before).flatMap(([table, keys]) => {
        const kept = new Set(now[renamed.get(table) ?? table])
        return mayGo.has(table) || (table === 'schema_migration' && isBefore(made))
          ? []
          : keys.filter((key) => !kept.has(key)).map((key) => `${table} ${key}`)
      })
      const [unused] = await select<{ id: number }>(
        `select subject_user_id::int as id from audit_log where type = 'PURGE' and subject_user_id is not null`,
      )
      expect(gone.toSorted()).toEqual(['session ended', `"user" ${unused?.id}`].toSorted())
    })

    test('the audit log proves itself', async () => {
      const [left] = await select(`select count(*)::int as n from audit_log l where not exists (
      select from audit_chain c where c.audit_id = l.id) and l.at < now() - interval '1 minute'`)
      expect(left).toEqual({ n: 0 })
    })
  })
})
