import Fastify from 'fastify'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ingestRoutes } from '#server/features/feeds/ingest/ingest.routes.ts'
import { feedLimits } from '#shared/contract/feed.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { feedCommand } from './readers/feed-command.ts'
import { ingestCommand } from './readers/ingest-command.ts'

const root = path.resolve(import.meta.dirname, '..')
const realData = path.resolve(root, '../shared/data')
const thereIsRealData = fs.existsSync(realData)

let database: TestDatabase
let owner: Client
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  vi.stubEnv('DATABASE_URL', database.appUrl)
  vi.stubEnv('COUNTY_TIME_ZONE', 'America/Denver')
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ingest-'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await owner.end()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

const rows = async (text: string, values: unknown[] = []) =>
  (await owner.query<Record<string, unknown>>(text, values)).rows
async function run(command: typeof feedCommand, args: string[]) {
  const lines: string[] = []
  const status = await command(args, (line) => lines.push(line))
  return { output: lines.join('\n'), status }
}
const feed = (...args: string[]) => run(feedCommand, args)
const ingest = (...args: string[]) =>
  run(
    ingestCommand,
    args.map((arg) => (/^[a-z]+\.(json|jsonl|xml|csv)$/.test(arg) ? path.join(folder, arg) : arg)),
  )
const keyIn = (output: string) => /feed_[\w-]{43}/.exec(output)?.[0] ?? ''
const counts = (output: string) =>
  Object.fromEntries(
    [...output.matchAll(/^ +([\d,]+) (records read|accepted|revised|already there|rejected)/gm)].map(
      ([, number, what]) => [what, Number(number!.replace(',', ''))],
    ),
  )
const all = (accepted: number) => ({ 'records read': accepted, accepted, revised: 0, 'already there': 0, rejected: 0 })

test('creates a feed, lists it, issues keys, closes and reopens it', async () => {
  expect(await ingest('anything.json')).toMatchObject({ status: 1, output: expect.stringContaining('none yet') })
  const made = await feed(
    'create',
    'Old Town',
    '--name-order',
    'LAST_FIRST',
    '--name-width',
    '30',
    '--loses-leading-zeros',
    '--mapping',
    'denver',
    '--time-zone',
    'America/Denver',
  )
  expect(made.status).toBe(0)
  expect(keyIn(made.output)).not.toBe('')
  expect(
    await rows(
      `select name, name_order, name_width, loses_leading_zeros, time_zone, column_mapping->>'documentIdentifier' as id from feed`,
    ),
  ).toEqual([
    {
      name: 'Old Town',
      name_order: 'LAST_FIRST',
      name_width: 30,
      loses_leading_zeros: true,
      time_zone: 'America/Denver',
      id: '["RECEPTION_NUM", "documentId"]',
    },
  ])
  expect((await feed('create', 'OLD TOWN')).output).toContain('Another feed already has this name.')
  expect((await feed('create', 'X', '--name-width', '2')).output).toContain('nameWidth')
  expect(keyIn((await feed('key', 'old town')).output)).not.toBe('')
  const [, second] = await rows('select id from feed_key order by id')
  expect((await feed('revoke', String(second!.id))).status).toBe(0)
  expect((await feed('list')).output).toMatch(
    /Old Town {2}\(no activity yet\)\n {2}key \d+ {2}feed_\S+… {2}active[^]*revoked/,
  )
  await feed('close', 'Old Town')
  expect((await ingest('anything.json', '--feed', 'Old Town')).output).toContain('is closed')
  await feed('open', 'Old Town')
  expect(await rows('select closed_at from feed')).toEqual([{ closed_at: null }])
})

test.each([
  ['notaurl', /^The configuration has an error: DATABASE_URL must be an address such as postgres:\S+$/],
  ['postgres://app@127.0.0.1:1/alerts', /^Cannot reach the database in DATABASE_URL \(.+\)\.$/],
])('with DATABASE_URL=%s, a command names the variable in one line', async (url, line) => {
  vi.stubEnv('DATABASE_URL', url)
  try {
    for (const command of [() => feed('list'), () => ingest('anything.json')])
      expect(await command()).toEqual({ status: 1, output: expect.stringMatching(line) })
  } finally {
    vi.stubEnv('DATABASE_URL', database.appUrl)
  }
})

test.each([
  [feed, []],
  [feed, ['toString', 'x']],
  [ingest, []],
])('prints its usage for an unknown command', async (command, args) => {
  expect(await command(...args)).toMatchObject({ status: 2, output: expect.stringContaining('npm run') })
})

test('the programs run on their own and exit with the right status', async () => {
  const program = promisify(execFile)(process.execPath, [
    path.join(root, 'scripts/ingest.ts'),
    'nowhere.csv',
    '--feed',
    'Nowhere',
  ])
  await expect(program).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Feed "Nowhere" not found'),
  })
})

test('loads files, names rejected records and unreadable files, and exits with the right status', async () => {
  await feed('create', 'Plain')
  const good = {
    documentIdentifier: 'P1',
    recordedAt: '2026-08-20',
    parties: [{ name: 'MARLOWE, TESSA' }],
    parcels: ['1.10E+11'],
  }
  fs.writeFileSync(path.join(folder, 'good.json'), JSON.stringify([good, { ...good, documentIdentifier: 'P2' }]))
  fs.writeFileSync(
    path.join(folder, 'bad.jsonl'),
    `${JSON.stringify({ ...good, documentIdentifier: 'P3', recordedAt: 'soon' })}\n{`,
  )
  fs.writeFileSync(path.join(folder, 'broken.xml'), '<a>')
  expect(await ingest('good.json', '--feed', 'plain')).toMatchObject({ status: 0 })
  const { output, status } = await ingest('good.json', 'bad.jsonl', 'broken.xml', 'nowhere.csv', '--feed', 'Plain')
  expect(status).toBe(1)
  expect(counts(output)).toEqual({ 'records read': 4, accepted: 0, revised: 0, 'already there': 2, rejected: 2 })
  expect(output).toContain('recordedAt is not a date; write it as 2026-08-20 or 2026-08-20T14:48:00: P3')
  expect(output).toMatch(/the line is not valid JSON: record 2 of .*bad\.jsonl/)
  expect(output).toMatch(/2 parcel IDs set aside: A spreadsheet/)
  expect(output).toMatch(/broken\.xml: The file is not valid XML/)
  expect(output).toMatch(/nowhere\.csv: File not found/)
  expect(await rows(`select count(*)::int as n from quarantine`)).toEqual([{ n: 2 }])
})

test('names stored records that are probably wrong, and says if there may be more', async () => {
  await feed('create', 'Ahead')
  const ahead = (id: number) => ({
    documentIdentifier: `A${id}`,
    recordedAt: '2126-08-20',
    parties: [{ name: 'MARLOWE' }],
  })
  const fill = (name: string, count: number) =>
    fs.writeFileSync(path.join(folder, name), JSON.stringify(Array.from({ length: count }, (_, id) => ahead(id))))
  fill('few.json', 2)
  fill('many.json', feedLimits.warnings + 1)
  const few = await ingest('few.json', '--feed', 'Ahead')
  expect(few.status).toBe(0)
  expect(few.output).toMatch(/^ +2 × probably wrong: recordedAt is more than a day ahead; .*: A0, A1$/m)
  const many = await ingest('many.json', '--feed', 'Ahead')
  expect(many.output).toMatch(/^ +100 or more × probably wrong: recordedAt is .*: A0, A1, A2, A3, A4, …$/m)
})

const record = (id: string, day = '20260820') =>
  JSON.stringify({ documentId: id, recordedDate: day, grantor: ['MARLOWE,TESSA'] })

test('loads the same files through a running server with its address and a key', async () => {
  const { db, pool, end } = connect(database.appUrl)
  const server = Fastify({ logger: false })
  await ingestRoutes(server, {
    db,
    pool,
    log: createLog('test', 'silent'),
    env: { COUNTY_TIME_ZONE: 'America/Denver' },
    enqueue: async () => {},
  })
  try {
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const key = keyIn((await feed('create', 'Remote')).output)
    fs.writeFileSync(path.join(folder, 'remote.jsonl'), `${record('R1')}\n{\n${record('R2', '21260820')}`)
    const { output, status } = await ingest('remote.jsonl', '--mapping', 'denver', '--url', address, '--key', key)
    expect(counts(output)).toEqual({ 'records read': 3, accepted: 2, revised: 0, 'already there': 0, rejected: 1 })
    expect(output).toMatch(/the line is not valid JSON: record 2 of .*remote\.jsonl/)
    expect(output).toMatch(/ 1 × probably wrong: recordedAt is more than a day ahead; .*: R2$/m)
    expect(status).toBe(1)
    expect((await ingest('remote.jsonl', '--url', address, '--key', 'wrong')).output).toContain(
      '401 The feed key is missing',
    )
    expect((await ingest('remote.jsonl', '--url', address)).output).toContain('--key KEY')
  } finally {
    await server.close()
    await end()
  }
})

const stored = (name: string) =>
  rows(
    `select count(*)::int as events, count(q.event_id)::int as queued from event e join feed f on f.id = e.feed_id
     left join match_queue q on q.event_id = e.id where f.name = $1`,
    [name],
  )

if (!thereIsRealData) console.log('Real land records (../shared/data) are not here: their checks are skipped.')
describe.skipIf(!thereIsRealData)('real land records', () => {
  test('loads all 6,000 Denver records with the shipped mapping, then counts them as duplicates', async () => {
    await feed('create', 'Denver', '--mapping', 'denver', '--name-width', '30', '--loses-leading-zeros')
    const file = path.join(realData, 'denver_sales/events.jsonl')
    const first = await ingest(file, '--feed', 'Denver', '--mapping', 'denver')
    expect({ ...counts(first.output), status: first.status }).toEqual({ ...all(6_000), status: 0 })
    expect(await stored('Denver')).toEqual([{ events: 6_000, queued: 6_000 }])
    const again = await ingest(file, '--feed', 'Denver')
    expect(counts(again.output)).toEqual({ ...all(0), 'records read': 6_000, 'already there': 6_000 })
    const [sample] = await rows(
      `select min(recorded_on) as first, max(recorded_on) as last, bool_or(recorded_has_time) as timed, min(json_array_length(parties)) as parties from event e join feed f on f.id = e.feed_id where f.name = 'Denver'`,
    )
    expect(sample).toMatchObject({ timed: false, parties: 2 })
  })

  test('loads every record of the mangled sheet and sets aside each mangled parcel id with its reason', async () => {
    await feed('create', 'Mangled', '--mapping', 'denver')
    const file = path.join(realData, 'denver_sales/as_found_mangled.csv')
    const sheet = fs.readFileSync(file, 'utf8').trim().split('\n').slice(1)
    const ids = new Set(sheet.map((line) => line.split(',')[1]))
    const mangledIds = new Set(sheet.filter((line) => /^\d\.\d+E\+/.test(line)).map((line) => line.split(',')[1]))
    const { output, status } = await ingest(file, '--feed', 'Mangled')
    expect({ ...counts(output), status }).toEqual({ ...all(ids.size), status: 0 })
    expect(await stored('Mangled')).toEqual([{ events: ids.size, queued: ids.size }])
    const set = await rows(
      `select document_id, spoilt_parcels, json_array_length(parties) as parties, parcels::text as parcels from event e join feed f on f.id = e.feed_id
       where f.name = 'Mangled' and spoilt_parcels is not null`,
    )
    expect(new Set(set.map((row) => row.document_id))).toEqual(mangledIds)
    for (const row of set) {
      expect(row.parties).toBeGreaterThan(0)
      expect(row.parcels).not.toContain('E+')
      for (const { value, reason } of row.spoilt_parcels as { value: string; reason: string }[])
        expect({ value, reason }).toEqual({
          value: expect.stringMatching(/E\+/),
          reason: expect.stringMatching(/\w+ \w+/),
        })
    }
  })

  test('loads the PRIA samples with a prefix and a date', async () => {
    await feed('create', 'PRIA')
    const files = [1, 2, 3, 4].map((n) => path.join(realData, `feeds/pria_gsccca_satisfaction${n}.xml`))
    const { output, status } = await ingest(
      ...files,
      '--feed',
      'PRIA',
      '--id-prefix',
      'GA-',
      '--recorded-at',
      '2026-08-20',
    )
    expect({ ...counts(output), status }).toEqual({ ...all(5), 'records read': 6, rejected: 1, status: 1 })
    expect(
      await rows(
        `select document_id, document_type, recorded_on, json_array_length(parties) >= 2 as named from event e join feed f on f.id = e.feed_id where f.name = 'PRIA' order by document_id`,
      ),
    ).toEqual(
      // The second document of the third file names no person.
      ['1-1', '2-1', '3-1', '4-1', '4-2'].map((place) => ({
        document_id: `GA-pria_gsccca_satisfaction${place}`,
        document_type: 'Satisfaction',
        recorded_on: '2026-08-20',
        named: true,
      })),
    )
    expect(output).toContain(
      'the event has no parties and no parcels; send at least one: GA-pria_gsccca_satisfaction3-2',
    )
    const without = await ingest(files[0]!, '--feed', 'PRIA')
    expect(without.output).toContain('documentIdentifier is required')
    expect(without.output).toContain('recordedAt is required')
  })
})
