import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RollVersionsView } from '#server/features/roll/show-versions.ts'
import type { Role } from '#shared/contract/roles.ts'
import { countPieces, rollLimits, toPiecePath } from '#shared/contract/roll-load.ts'
import { loadRoll } from '#shared/node/domain/roll/load/load-roll.ts'
import { claimNextRoll, RollClaimLost } from '#shared/node/domain/roll/load/roll-load.queries.ts'
import { findPropertiesByParcel } from '#shared/node/domain/roll/parcels.queries.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { loadNextRoll } from '#worker/roll/load-rolls.ts'

let server: TestServer
const browsers = new Map<Role, Browser>()
beforeAll(async () => {
  server = await startTestServer()
  for (const role of ['FOREVER', 'TRIMIN', 'COUNTY', 'USER'] as const) {
    browsers.set(role, await logIn(server.app, await makeUser(server.deps.db, { role })))
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.deps.db.updateTable('roll').set({ state: 'removed' }).execute()
  await work()
})

const staff = (role: Role = 'TRIMIN') => browsers.get(role)!
const never = new AbortController().signal
const work = (signal = never) =>
  loadNextRoll({ db: server.deps.db, log: createLog('worker', 'silent'), settings: server.deps.settings }, signal)

const header = 'PARCEL_ID,SITUS_ADDRESS,SITUS_CITY,SITUS_ZIP\n'
const writeRows = (from: number, to: number, street = 'Elm St') =>
  Array.from({ length: to - from }, (_, index) => `1-${from + index},${from + index} ${street},Falls,55399\n`).join('')

async function sendPiece(id: number, place: number, body: Buffer, { browser = staff(), headers = {} } = {}) {
  const { statusCode, body: text } = await browser.inject({
    method: 'POST',
    url: toPiecePath(id, place),
    payload: body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
  return { status: statusCode, text }
}

async function begin(bytes: number, fileName = 'roll.csv', mapping: object | null = null) {
  const { data, error } = await staff().mutate<{ content: { id: number } }>('rollVersions.beginUpload', {
    fileName,
    bytes,
    mapping,
  })
  if (error) throw new Error(error.message)
  return data.content.id
}

async function upload(file: string, fileName = 'roll.csv') {
  const bytes = Buffer.from(file)
  const id = await begin(bytes.length, fileName)
  for (let place = 0; place < countPieces(bytes.length); place += 1) {
    const start = place * rollLimits.pieceBytes
    expect(await sendPiece(id, place, bytes.subarray(start, start + rollLimits.pieceBytes))).toMatchObject({
      status: 204,
    })
  }
  expect((await staff().mutate('rollVersions.finishUpload', { id })).error).toBeUndefined()
  return id
}

async function uploadAndRead(file: string, fileName?: string) {
  const id = await upload(file, fileName)
  await work()
  return id
}

async function uploadAndUse(file: string, fileName?: string) {
  const id = await uploadAndRead(file, fileName)
  const { coming } = await list()
  const gone = coming?.comparison?.gone ?? 0
  expect((await staff().mutate('rollVersions.use', { id, gone })).error).toBeUndefined()
  return id
}

const list = async () => (await staff().query<{ content: RollVersionsView }>('rollVersions.list')).data.content
const countRows = async (table: string, id: number) =>
  Number((await server.deps.pool.query(`select count(*) from ${table} where roll_id = $1`, [id])).rows[0].count)

const hasPartition = async (id: number) =>
  (await server.deps.pool.query('select to_regclass($1) is not null as found', [`parcel_${id}`])).rows[0].found

describe('an upload', () => {
  test('comes in pieces, in any order and again, and any worker reads it', async () => {
    const file = Buffer.from(header + writeRows(0, 45_000, 'Larkspur Lane North'))
    const pieces = countPieces(file.length)
    expect(pieces).toBeGreaterThan(1)
    const id = await begin(file.length)
    const piece = (place: number) => file.subarray(place * rollLimits.pieceBytes, (place + 1) * rollLimits.pieceBytes)
    for (const place of [...Array(pieces).keys()].toReversed()) await sendPiece(id, place, piece(place))
    expect(await sendPiece(id, 0, piece(0))).toMatchObject({ status: 204 })
    expect((await list()).coming).toMatchObject({ state: 'uploading', share: 1, isOwn: true })
    await staff().mutate('rollVersions.finishUpload', { id })
    expect((await list()).coming).toMatchObject({ state: 'waiting' })
    expect(await work()).toBe(true)
    expect(await list()).toMatchObject({
      current: null,
      coming: { state: 'loaded', parcels: 45_000, comparison: { added: 45_000, gone: 0 } },
    })
  })

  test.each<[Role, number]>([
    ['FOREVER', 204],
    ['TRIMIN', 204],
    ['COUNTY', 403],
    ['USER', 403],
  ])('of %s answers %i', async (role, status) => {
    const own = staff(status === 204 ? role : 'TRIMIN')
    const { data } = await own.mutate<{ content: { id: number } }>('rollVersions.beginUpload', {
      fileName: 'roll.csv',
      bytes: 3,
      mapping: null,
    })
    expect(await sendPiece(data.content.id, 0, Buffer.from('abc'), { browser: staff(role) })).toMatchObject({ status })
  })

  test.each<[string, (id: number) => Promise<{ status: number }>, number]>([
    [
      'from another site',
      (id) => sendPiece(id, 0, Buffer.from('abc'), { headers: { 'sec-fetch-site': 'cross-site' } }),
      403,
    ],
    [
      'for the page of another user',
      (id) => sendPiece(id, 0, Buffer.from('abc'), { headers: { 'x-page-user': '1' } }),
      409,
    ],
    ['of another administrator', (id) => sendPiece(id, 0, Buffer.from('abc'), { browser: staff('FOREVER') }), 404],
    ['that was cut off', (id) => sendPiece(id, 0, Buffer.from('ab')), 400],
    ['behind the end', (id) => sendPiece(id, 1, Buffer.from('abc')), 400],
    ['that is too large', (id) => sendPiece(id, 0, Buffer.alloc(rollLimits.pieceBytes + 1)), 413],
    ['as JSON', (id) => sendPiece(id, 0, Buffer.from('{}'), { headers: { 'content-type': 'application/json' } }), 415],
    ['of no upload', () => sendPiece(999_999, 0, Buffer.from('abc')), 404],
    ['without a number', () => sendPiece(Number.NaN, 0, Buffer.from('abc')), 404],
  ])('refuses a piece %s', async (_, send, status) => {
    const id = await begin(3)
    expect((await send(id)).status).toBe(status)
    expect(await countRows('roll_chunk', id)).toBe(0)
  })

  test('that was cut off says so, and the roll in use stays complete', async () => {
    const used = await uploadAndUse(header + writeRows(0, 5))
    const id = await begin(2 * rollLimits.pieceBytes)
    await sendPiece(id, 0, Buffer.alloc(rollLimits.pieceBytes, 'x'))
    const { error } = await staff().mutate('rollVersions.finishUpload', { id })
    expect(error?.message).toContain('The upload was cut off.')
    await server.deps.db
      .updateTable('roll')
      .set({ claimed_until: new Date(0) })
      .where('id', '=', id)
      .execute()
    await work()
    expect(await list()).toMatchObject({ current: { id: used }, coming: null, failed: { id, failure: /cut off/ } })
    expect(await countRows('roll_chunk', id)).toBe(0)
  })

  test('that cannot be read says why, and the next one may begin', async () => {
    const id = await uploadAndRead('no,header\n1,2\n')
    expect((await list()).failed).toMatchObject({
      id,
      failure: expect.stringContaining('Line 1 has no columns PARCEL_ID'),
    })
    await uploadAndUse(header + writeRows(0, 5))
    expect(await list()).toMatchObject({ failed: null, current: { parcels: 5 } })
  })

  test('waits for no other: there is one at a time', async () => {
    await uploadAndRead(header + writeRows(0, 5), 'first.csv')
    await expect(begin(5)).rejects.toThrow('The roll first.csv is waiting for your answer.')
  })

  test.each([
    ['a number that no version can have', 'rollVersions.use', { id: 2 ** 40 }],
    ['a number below all', 'rollVersions.goBack', { id: -(2 ** 40) }],
    ['a number that no version can have, dropped', 'rollVersions.drop', { id: 2 ** 40 }],
    ['a number that no version can have, finished', 'rollVersions.finishUpload', { id: 2 ** 40 }],
    ['a file name with a NUL', 'rollVersions.beginUpload', { fileName: 'a\0b.csv', bytes: 3, mapping: null }],
    ['a file name with half a pair', 'rollVersions.beginUpload', { fileName: 'a\uD800.csv', bytes: 3, mapping: null }],
    [
      'more bytes than a file may have',
      'rollVersions.beginUpload',
      { fileName: 'a.csv', bytes: 2 ** 40, mapping: null },
    ],
  ])('is refused by what it was sent, never by a fault of ours: %s', async (_what, procedure, input) => {
    expect((await staff().mutate(procedure, input)).status).toBeLessThan(500)
  })

  test('keeps its mapping for the next', async () => {
    const mapping = { parcelId: 'PIN', address: ['NO', 'STREET'] }
    await begin(5, 'roll.csv', mapping)
    expect((await list()).mapping).toMatchObject(mapping)
  })
})

describe('a version', () => {
  test('comes into use in one commit: a reader sees all of one or all of the other', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `1-${index}`)
    await uploadAndUse(header + writeRows(0, 50, 'Old St'))
    const next = await uploadAndRead(header + writeRows(0, 50, 'New St'))
    const seen = new Set<string>()
    const done = new AbortController()
    const read = async () => {
      while (!done.signal.aborted) {
        const found = await findPropertiesByParcel(server.deps.db, ids)
        const streets = new Set([...found.values()].map(({ address }) => address.split(' ')[1]))
        seen.add(`${found.size} ${[...streets].join(' and ')}`)
      }
    }
    const reading = Promise.all([read(), read(), read()])
    await expect.poll(() => seen.size).toBe(1)
    expect((await staff().mutate('rollVersions.use', { id: next })).error).toBeUndefined()
    await expect.poll(() => seen.size).toBe(2)
    done.abort()
    await reading
    expect([...seen]).toEqual(['50 Old', '50 New'])
    expect(await countRows('roll_chunk', next)).toBe(0)
  })

  test('is kept twice after it was replaced, then removed; going back changes places', async () => {
    const [first, second, third, fourth] = [
      await uploadAndUse(header + writeRows(0, 10), 'first.csv'),
      await uploadAndUse(header + writeRows(0, 11), 'second.csv'),
      await uploadAndUse(header + writeRows(0, 12), 'third.csv'),
      await uploadAndUse(header + writeRows(0, 13), 'fourth.csv'),
    ]
    await work()
    expect(await list()).toMatchObject({ current: { id: fourth }, former: [{ id: third }, { id: second }] })
    expect(await countRows('parcel', first)).toBe(0)
    expect((await staff().mutate('rollVersions.goBack', { id: first })).status).toBe(404)
    expect((await staff().mutate('rollVersions.goBack', { id: second, gone: 2 })).error).toBeUndefined()
    expect(await list()).toMatchObject({ current: { id: second }, former: [{ id: fourth }, { id: third }] })
    expect((await findPropertiesByParcel(server.deps.db, ['1-12', '1-10'])).size).toBe(1)
  })

  test('that loses more than a tenth needs its count', async () => {
    await uploadAndUse(header + writeRows(0, 20))
    const tenth = await uploadAndRead(header + writeRows(2, 20))
    expect((await staff().mutate('rollVersions.use', { id: tenth })).error).toBeUndefined()
    const id = await uploadAndRead(header + writeRows(5, 30))
    for (const gone of [undefined, 2, 4])
      expect((await staff().mutate('rollVersions.use', { id, gone })).error?.message).toContain('3 parcels')
    expect((await staff().mutate('rollVersions.use', { id, gone: 3 })).error).toBeUndefined()
    const { former } = await list()
    const small = former[0]?.id
    expect((await staff().mutate('rollVersions.goBack', { id: small })).error?.message).toContain('7 parcels')
    expect((await staff().mutate('rollVersions.goBack', { id: small, gone: 7 })).error).toBeUndefined()
  })

  test('is compared again if another came into use meanwhile', async () => {
    const first = await uploadAndUse(header + writeRows(0, 10))
    await uploadAndUse(header + writeRows(0, 11))
    const waiting = await uploadAndRead(header + writeRows(0, 11))
    expect((await list()).coming?.comparison).toMatchObject({ added: 0, same: 11 })
    await staff().mutate('rollVersions.goBack', { id: first })
    expect((await staff().mutate('rollVersions.use', { id: waiting })).status).toBe(409)
    expect((await list()).coming?.comparison).toMatchObject({ added: 1, same: 10 })
    expect((await staff().mutate('rollVersions.use', { id: waiting })).error).toBeUndefined()
  })

  test('that is dropped leaves nothing, and the one in use stays', async () => {
    const used = await uploadAndUse(header + writeRows(0, 10))
    const id = await uploadAndRead(header + writeRows(0, 4))
    expect((await staff().mutate('rollVersions.drop', { id })).error).toBeUndefined()
    expect((await staff().mutate('rollVersions.use', { id })).status).toBe(404)
    await work()
    expect(await countRows('parcel', id)).toBe(0)
    expect(await countRows('roll_chunk', id)).toBe(0)
    expect(await list()).toMatchObject({ current: { id: used, parcels: 10 }, coming: null })
    expect((await staff().mutate('rollVersions.drop', { id: used })).status).toBe(404)
  })

  test('leaves a trace in the audit log: upload, reading, use, going back, drop', async () => {
    const { rows: before } = await server.deps.pool.query('select max(id) as id from audit_log')
    const first = await uploadAndUse(header + writeRows(0, 10), 'one.csv')
    await uploadAndUse(header + writeRows(0, 10), 'two.csv')
    await staff().mutate('rollVersions.goBack', { id: first })
    const id = await uploadAndRead(header + writeRows(0, 10), 'three.csv')
    await staff().mutate('rollVersions.drop', { id })
    const { rows } = await server.deps.pool.query(
      `select l.type, p.description from audit_log l join audit_personal p on p.audit_id = l.id
       where l.id > $1 and p.description like 'Parcel roll%' order by l.id`,
      [before[0].id],
    )
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['FEED']))
    expect(rows.map(({ description }) => description.replace('Parcel roll: ', ''))).toEqual([
      'began the upload of one.csv.',
      'read one.csv.',
      'put one.csv into use.',
      'began the upload of two.csv.',
      'read two.csv.',
      'put two.csv into use.',
      'went back to one.csv.',
      'began the upload of three.csv.',
      'read three.csv.',
      'dropped three.csv.',
    ])
  })
})

describe('a worker', () => {
  test('leaves a version that a backup reads, lets people search, and reads the next file', async () => {
    const ended = await uploadAndRead(header + writeRows(0, 5))
    await staff().mutate('rollVersions.drop', { id: ended })
    const backup = await server.deps.pool.connect()
    try {
      await backup.query('begin')
      await backup.query('select count(*) from parcel')
      const next = await upload(header + writeRows(0, 6))
      expect(await work()).toBe(true)
      expect((await list()).coming).toMatchObject({ id: next, state: 'loaded' })
      await backup.query('commit')
    } finally {
      backup.release()
    }
    expect(await hasPartition(ended)).toBe(true)
    await work()
    expect(await hasPartition(ended)).toBe(false)
  })

  /** Reads half of the file, and then waits for the test. */
  async function readHalf(id: number) {
    const { db } = server.deps
    const claim = await claimNextRoll(db, '')
    if (claim?.id !== id) throw new Error('The version was not there to be read.')
    const half = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    async function* pieces() {
      yield Buffer.from(header + writeRows(0, 2_500))
      half.resolve()
      await goOn.promise
      yield Buffer.from(writeRows(2_500, 5_000))
    }
    const reading = loadRoll(db, claim, { pieces: pieces(), bytes: 1 })
    reading.catch(() => {})
    await half.promise
    return { reading, goOn: goOn.resolve }
  }
  const file = header + writeRows(0, 5_000)

  test('that was killed between two batches is replaced, and writes nothing more if it wakes', async () => {
    const used = await uploadAndUse(header + writeRows(0, 10))
    const id = await upload(file)
    const { reading, goOn } = await readHalf(id)
    expect(await work()).toBe(false)
    expect(await list()).toMatchObject({ current: { id: used }, coming: { id, state: 'loading' } })
    await server.deps.db
      .updateTable('roll')
      .set({ claimed_until: new Date(0) })
      .where('id', '=', id)
      .execute()
    expect(await work()).toBe(true)
    expect((await list()).coming).toMatchObject({ id, state: 'loaded', parcels: 5_000 })
    goOn()
    await expect(reading).rejects.toThrow(RollClaimLost)
    expect(await countRows('parcel', id)).toBe(5_000)
  })

  test('that stops gives the file back', async () => {
    const id = await upload(file)
    const stopping = new AbortController()
    const working = work(stopping.signal)
    // A quick one may be done between two polls.
    await expect.poll(async () => (await list()).coming?.state).toMatch(/^load/)
    stopping.abort()
    await working
    const { coming } = await list()
    // A quick one may have been done before it noticed the stop.
    if (coming?.state !== 'loaded') expect(coming).toMatchObject({ id, state: 'waiting' })
    await work()
    expect((await list()).coming).toMatchObject({ id, state: 'loaded' })
  })

  test('gives up a file that ended every reader', async () => {
    const id = await upload(file)
    await server.deps.db.updateTable('roll').set({ attempts: 10 }).where('id', '=', id).execute()
    await work()
    expect(await list()).toMatchObject({
      coming: null,
      failed: { id, failure: expect.stringContaining('several times') },
    })
  })

  test('removes what a killed command left behind', async () => {
    const { id } = await server.deps.db
      .insertInto('roll')
      .values({ state: 'loading', claimed_until: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await work()
    expect((await list()).failed).toMatchObject({ id, failure: expect.stringContaining('Run it again') })
  })
})
