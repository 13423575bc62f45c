import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsStore, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { readChainState } from '#shared/node/platform/audit/audit-chain.queries.ts'
import { verifyAudit } from '#shared/node/platform/audit/audit-verify.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { extendAuditChain } from './chain-audit.ts'
import { purgeAuditLog } from './purge-audit.ts'

let database: TestDatabase
let app: Connection
let owner: Connection
const lines: { level: string; event: string; fields: unknown }[] = []
const keep = (level: string) => (event: string, fields?: unknown) => void lines.push({ level, event, fields })
const log = {
  debug: keep('debug'),
  info: keep('info'),
  warn: keep('warn'),
  error: (event: string, _cause?: unknown, fields?: unknown) => keep('error')(event, fields),
}

beforeAll(async () => {
  database = await createTestDatabase()
  app = connect(database.appUrl, { max: 5 })
  owner = connect(database.ownerUrl, { max: 2 })
})
beforeEach(async () => {
  lines.length = 0
  await tamper('truncate audit_log, audit_personal, audit_chain restart identity', 'empties')
})
afterAll(async () => {
  await Promise.all([app.end(), owner.end()])
  await database.drop()
})

const ownerDoes = (text: string) => owner.pool.query(text)
/** Acts as an intruder with full control of the database: no trigger prevents anything. */
async function tamper(text: string, means: 'changes' | 'empties' = 'changes'): Promise<void> {
  const client = await owner.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    const { rowCount } = await client.query(text)
    if (means === 'changes') expect(rowCount).toBeGreaterThan(0)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}
const writeRows = async (count: number, text = 'Saved alert') => {
  for (let n = 1; n <= count; n += 1)
    await writeAudit(app.db, {
      type: 'ALERT',
      actor: { id: 7, username: 'clerk.of.works' },
      subject: { id: 8, username: 'maren.holt' },
      description: `${text} ${n}`,
      oldValue: { name: 'Home', n },
      newValue: { name: 'Höme “2”', n },
      address: '198.51.100.7',
    })
}
const chain = () => extendAuditChain({ db: app.db, log })
/** Rows wait for every transaction of the whole cluster, so also for those of other tests. */
async function chainAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        await chain()
        return (await readChainState(app.db)).unchained
      },
      { timeout: 150_000, interval: 50 },
    )
    .toBe(0)
}
const verify = (known?: { position: number; hash: string }) => verifyAudit(app.db, known ? { known } : {})
const broken = async () => (await verify()).broken

test('verifies an empty log', async () => {
  await chain()
  expect(await verify()).toMatchObject({ broken: null, links: 0, erased: 0 })
})

test('appends rows in order, logs the head, and verifies the chain', async () => {
  await writeRows(3)
  await chainAll()
  await writeRows(2)
  await chainAll()
  const { rows } = await app.pool.query<{ position: number; audit_id: number }>(
    'select position, audit_id from audit_chain order by position',
  )
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  expect(rows.map(({ audit_id }) => audit_id)).toEqual(rows.map(({ audit_id }) => audit_id).toSorted((a, b) => a - b))
  const verdict = await verify()
  expect(verdict).toMatchObject({ broken: null, links: 5, erased: 0, unchained: { rows: 0, late: false } })
  const told = lines.filter(({ event }) => event === 'audit.chain_extended').at(-1)
  expect(told).toMatchObject({ level: 'info', fields: { position: 5, hash: verdict.head.hash.toString('hex') } })
  expect(await readChainState(app.db)).toEqual({
    position: 5,
    hash: verdict.head.hash.toString('hex'),
    unchained: 0,
    unchainedSeconds: 0,
  })
})

test('is not broken by texts that PostgreSQL would store differently', async () => {
  for (const description of ['half \ud83d a pair', 'a \0 within', 'Ünïcödé 漢字 👩‍👧', `quote " back \\ slash`, ''])
    await writeAudit(app.db, { type: 'LOGIN_REFUSED', description, newValue: { tried: description } })
  await chainAll()
  expect(await broken()).toBeNull()
})

test('lets concurrent workers share the work, and never forks', async () => {
  await writeRows(40)
  await Promise.all(Array.from({ length: 5 }, chain))
  await writeRows(10)
  await Promise.all(Array.from({ length: 5 }, chain))
  await chainAll()
  expect(await verify()).toMatchObject({ broken: null, links: 50 })
})

test('neither skips nor loses an earlier id that commits late', async () => {
  const slow = await app.pool.connect()
  await slow.query('begin')
  await slow.query(
    `with row as (insert into audit_log (type, personal_digest) values ('SETTING', '\\x00') returning id)
     insert into audit_personal (audit_id, salt) select id, '\\x01' from row`,
  )
  await writeRows(2)
  await chain()
  expect(await readChainState(app.db)).toMatchObject({ position: 0, unchained: 2 })
  await slow.query('commit')
  slow.release()
  await chainAll()
  const { rows } = await app.pool.query<{ type: string }>(
    'select type from audit_chain join audit_log on id = audit_id order by position',
  )
  expect(rows.map(({ type }) => type)).toEqual(['SETTING', 'ALERT', 'ALERT'])
})

describe('finds a change at its position', () => {
  const row = 'audit row 3 was changed'
  const personal = 'the personal fields of audit row 3'
  test.each<[string, string, number, string]>([
    ['the time', `update audit_log set at = at + interval '1 microsecond' where id = 3`, 3, row],
    ['the type', `update audit_log set type = 'LOGIN' where id = 3`, 3, row],
    ['the actor', 'update audit_log set actor_id = 9 where id = 3', 3, row],
    ['the actor away', 'update audit_log set actor_id = null where id = 3', 3, row],
    ['the subject', 'update audit_log set subject_user_id = 9 where id = 3', 3, row],
    ['the digest', `update audit_log set personal_digest = sha256('x') where id = 3`, 3, row],
    ['a row away', 'delete from audit_log where id = 3', 3, 'audit row 3 is missing'],
    ['who did it', `update audit_personal set actor_username = 'nobody' where audit_id = 3`, 3, personal],
    ['on whom', `update audit_personal set subject_username = 'nobody' where audit_id = 3`, 3, personal],
    ['the description', `update audit_personal set description = 'Nothing' where audit_id = 3`, 3, personal],
    ['the old value', `update audit_personal set old_value = '{}' where audit_id = 3`, 3, personal],
    [
      'a space in the new value',
      `update audit_personal set new_value = (' ' || new_value)::json where audit_id = 3`,
      3,
      personal,
    ],
    ['the address', `update audit_personal set address = '' where audit_id = 3`, 3, personal],
    ['the salt', `update audit_personal set salt = '\\x02' where audit_id = 3`, 3, personal],
    ['the personal fields away', 'delete from audit_personal where audit_id = 3', 3, personal],
    ['a link', `update audit_chain set digest = sha256('x') where position = 3`, 3, 'the link was changed'],
    ['a hash', `update audit_chain set hash = sha256('x') where position = 3`, 3, 'the link was changed'],
    [
      'the hash before the first one',
      `update audit_chain set previous = sha256('x') where position = 3`,
      3,
      'does not continue',
    ],
    ['a link away', 'delete from audit_chain where position = 3', 4, 'position 3 is missing'],
    ['the beginning away', 'delete from audit_chain where position <= 2', 3, 'positions 1 to 2 are missing'],
  ])('%s', async (_what, change, position, sentence) => {
    await writeRows(5)
    await chainAll()
    expect(await broken()).toBeNull()
    await tamper(change)
    expect(await broken()).toMatchObject({ position, sentence: expect.stringContaining(sentence) })
  })

  test('reveals by a saved head that the chain was rewritten or cut off at its end', async () => {
    await writeRows(5)
    await chainAll()
    const { head } = await verify()
    const known = { position: head.position, hash: head.hash.toString('hex') }
    expect((await verify(known)).broken).toBeNull()
    await tamper('delete from audit_chain where position = 5')
    await tamper('delete from audit_log where id = 5')
    expect((await verify(known)).broken).toMatchObject({ position: 5, sentence: expect.stringContaining('removed') })
    await writeRows(1)
    await chainAll()
    expect((await verify()).broken).toBeNull()
    expect((await verify(known)).broken).toMatchObject({ position: 5, sentence: expect.stringContaining('rewritten') })
  })
})

test('reports a row that waits too long, in the log and in the verification', async () => {
  await writeRows(1)
  await tamper(`update audit_log set at = now() - interval '20 minutes'`)
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query(`insert into throttle values ('held', 1, now())`)
  // A transaction with an id of its own that started before this row: nothing may be chained.
  await tamper('update audit_log set actor_id = 7')
  await chain()
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', fields: { rows: 1, seconds: 1200 } }))
  expect((await verify()).unchained).toMatchObject({ rows: 1, late: true })
  await holder.query('rollback')
  holder.release()
})

describe('the personal fields', () => {
  test('may be erased completely, and the chain stays valid', async () => {
    await writeRows(3)
    await chainAll()
    await app.pool.query(
      `update audit_personal set salt = '', actor_username = '', subject_username = '', description = '', address = '',
        old_value = null, new_value = null where audit_id = 2`,
    )
    expect(await verify()).toMatchObject({ broken: null, erased: 1 })
  })

  test.each([
    `update audit_personal set description = 'x' where audit_id = 1`,
    `update audit_personal set description = '', salt = '' where audit_id = 1`,
    'delete from audit_personal where audit_id = 1',
    'truncate audit_personal',
  ])('cannot be changed otherwise: %s', async (change) => {
    await writeRows(1)
    await expect(app.pool.query(change)).rejects.toMatchObject({ code: '42501' })
    await expect(ownerDoes(change)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('rows cannot be changed', () => {
  const changes = ['audit_log', 'audit_chain'].flatMap((table) => [
    `update ${table} set ${table === 'audit_log' ? 'at' : 'chained_at'} = now()`,
    `delete from ${table}`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
  ])
  test.each(changes)('not by %s', async (change) => {
    await writeRows(1)
    await chainAll()
    await expect(app.pool.query(change)).rejects.toMatchObject({ code: '42501' })
    await expect(ownerDoes(change)).rejects.toMatchObject({ code: '42501' })
  })

  test('not even by a setting that was left behind', async () => {
    await writeRows(1)
    await chainAll()
    const client = await owner.pool.connect()
    for (const value of ['on', '', '1']) {
      await client.query(`set land_alerts.audit_purge = '${value}'`)
      await expect(client.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' })
    }
    client.release()
    await app.pool.query(`select set_config('land_alerts.audit_purge', pg_current_xact_id()::text, false)`)
    await expect(app.pool.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the purge', () => {
  const schedule = (automaticPurge: boolean, automaticPurgeAfterDays: number) =>
    writeSetting(app.db, 'auditLogPurgeSchedule', { automaticPurge, automaticPurgeAfterDays } as never, null)
  const purge = () =>
    purgeAuditLog({ db: app.db, env: testEnv(database.appUrl), log, settings: settingsStore(app.db, 0) })
  /** Rows of this many days ago, oldest first; two hours more, since the county's clock may have changed since then. */
  const writeOld = async (...ages: number[]) => {
    for (const age of ages) {
      await writeRows(1, `of ${age} days`)
      await tamper(
        `update audit_log set at = now() - interval '${age} days 2 hours' where id = (select max(id) from audit_log)`,
      )
    }
    await chainAll()
  }
  const kept = async () => {
    const { rows } = await app.pool.query<{ d: string }>(
      `select description as d from audit_log join audit_personal on audit_id = id order by id`,
    )
    return rows.map(({ d }) => d)
  }

  test('deletes rows older than the limit, leaves a checkpoint, and logs itself', async () => {
    await writeOld(400, 300, 101, 99, 1)
    await schedule(true, 100)
    await purge()
    expect(await kept()).toEqual([
      'of 99 days 1',
      'of 1 days 1',
      expect.stringMatching(/^Purged 3 rows of the audit log from before \d\d\/\d\d\/\d{4}, on schedule\.$/),
    ])
    await chainAll()
    expect(await verify()).toMatchObject({ broken: null, links: 4 })
    const { rows } = await app.pool.query(`select position, kind, purged_through from audit_chain order by position`)
    expect(rows).toEqual([
      { position: 4, kind: 'row', purged_through: null },
      { position: 5, kind: 'row', purged_through: null },
      { position: 6, kind: 'checkpoint', purged_through: 3 },
      { position: 7, kind: 'row', purged_through: null },
    ])
  })

  test('keeps the chain valid night after night, with its own rows and checkpoints', async () => {
    await schedule(true, 100)
    for (let night = 1; night <= 3; night += 1) {
      await writeOld(200)
      await purge()
      // Much later: the rows of this purge are old too, except those that the next one writes.
      await tamper(`update audit_log set at = now() - interval '150 days'`)
      await tamper(`update audit_chain set chained_at = now() - interval '150 days'`)
      await chainAll()
      const verdict = await verify()
      expect(verdict).toMatchObject({ broken: null, links: 2 })
      expect(verdict.head.position).toBe(night * 3)
    }
  })

  test('is checked: more deleted rows or a changed checkpoint are found', async () => {
    await writeOld(400, 300, 1)
    await schedule(true, 100)
    await purge()
    await chainAll()
    await tamper(`update audit_chain set purged_through = 3 where kind = 'checkpoint'`)
    expect(await broken()).toMatchObject({ position: 3, sentence: expect.stringContaining('missing') })
    await tamper(`update audit_chain set purged_through = 2 where kind = 'checkpoint'`)
    expect(await broken()).toBeNull()
    await tamper('delete from audit_chain where position = 3')
    expect(await broken()).toMatchObject({ position: 4 })
  })

  test('never deletes rows of the last 60 days, whatever the limit, and nothing if it is off', async () => {
    await writeOld(90, 61, 59)
    await schedule(false, 60)
    await purge()
    expect(await kept()).toHaveLength(3)
    await schedule(true, 0)
    await purge()
    expect((await kept()).slice(0, 1)).toEqual(['of 59 days 1'])
    const { rows } = await app.pool.query(`select removed from purge_audit_log(now(), 100)`)
    expect(rows).toEqual([{ removed: 0 }])
  })

  test('keeps rows that the chain does not cover yet', async () => {
    await writeOld(400)
    await writeRows(1, 'unchained')
    await tamper(`update audit_log set at = now() - interval '400 days' where id = 2`)
    await schedule(true, 100)
    await purge()
    expect((await kept())[0]).toBe('unchained 1')
    await chainAll()
    expect(await broken()).toBeNull()
  })
})
