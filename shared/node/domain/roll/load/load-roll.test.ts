import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { loadRoll } from './load-roll.ts'
import { failAbandonedLoads, insertLoadingRoll, RollClaimLost } from './roll-load.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
beforeEach(async () => {
  await connection.db.updateTable('roll').set({ state: 'removed' }).execute()
})

type Given = { mapping?: RollMapping | null; mask?: string }

async function* inPieces(bytes: Buffer, length = 1_000): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
}

const claim = ({ mapping = null, mask = '' }: Given = {}) =>
  inTransaction(connection.db, (tx) =>
    insertLoadingRoll(tx, { fileName: 'roll.csv', mapping, mask, startedBy: 'a test' }),
  )

async function load(file: string | Buffer, given: Given = {}) {
  const bytes = Buffer.from(file)
  const own = await claim(given)
  const comparison = await loadRoll(connection.db, own, { pieces: inPieces(bytes), bytes: bytes.length })
  const version = await connection.db.selectFrom('roll').selectAll().where('id', '=', own.id).executeTakeFirstOrThrow()
  const parcels = await connection.db
    .selectFrom('parcel')
    .selectAll()
    .where('roll_id', '=', own.id)
    .orderBy('line')
    .execute()
  return { id: own.id, comparison, version, parcels }
}

const putInUse = (id: number) =>
  connection.db.updateTable('roll').set({ state: 'current' }).where('id', '=', id).execute()

const header = 'PARCEL_ID,SITUS_ADDRESS,SITUS_CITY,SITUS_ZIP,LEGAL_DESCRIPTION,OWNER_NAME\n'

test('reads our headers in any order and case, and ignores other columns', async () => {
  const { parcels, version } = await load(
    'situs_zip,Parcel_ID,ACRES,Situs_Address,OWNER_NAME\n55399,17-03-1,2.5,12 Elm St,"BRANDT, IVO"\n',
  )
  expect(parcels).toMatchObject([
    {
      parcel_id: '17-03-1',
      parcel_key: '17031',
      address: '12 Elm St',
      city: '',
      zip: '55399',
      owner_name: 'BRANDT, IVO',
      line: 2,
    },
  ])
  expect(version).toMatchObject({ state: 'loaded', lines: 1, parcels: 1, set_aside: 0 })
})

test('reads addresses and owners from several columns by a mapping', async () => {
  const mapping: RollMapping = {
    parcelId: ['APN', 'PIN'],
    address: ['NO', 'DIR', ['STREET', 'ROAD']],
    city: 'TOWN',
    legalDescription: ['LEGAL1', 'LEGAL2'],
    ownerName: ['OWN1', 'OWN2'],
    mailAddress: [],
  }
  const { parcels } = await load(
    'PIN;NO;DIR;STREET;ROAD;TOWN;LEGAL1;LEGAL2;OWN1;OWN2;APN\n1-2;12;N;Elm St;;Falls;Lot 1;Block 2;BRANDT IVO;BRANDT UNA;\n1-3;14;;;Oak Rd;Falls;;;;;9-9\n',
    { mapping },
  )
  expect(parcels).toMatchObject([
    {
      parcel_id: '1-2',
      address: '12 N Elm St',
      legal_description: 'Lot 1 Block 2',
      owner_name: 'BRANDT IVO; BRANDT UNA',
    },
    { parcel_id: '9-9', address: '14 Oak Rd', city: 'Falls', owner_name: '' },
  ])
})

test.each<[string, string, object[], number, Given?]>([
  ['a missing parcel ID', ',12 Elm St,,,,', [{ line: 2, kind: 'missingParcelId' }], 0],
  ['a rounded parcel ID', '1.7E+10,12 Elm St,,,,', [{ line: 2, kind: 'mangledParcelId' }], 0],
  ['no address', '1-1,,,,,', [{ line: 2, kind: 'noAddress', detail: '1-1' }], 1],
  ['an ID that fits no mask', 'A-1,12 Elm St,,,,', [{ line: 2, kind: 'noMask', detail: 'A-1' }], 1, { mask: '2-2-3' }],
  ['too few columns', '1-1,12 Elm St', [{ line: 2, kind: 'wrongColumns', detail: '2 instead of 6' }], 0],
  ['a comma that is not quoted', '1-1,12 Elm St,,,,BRANDT, IVO', [{ line: 2, kind: 'wrongColumns' }], 0],
  ['another delimiter than the header', '1-1;12 Elm St;;;;', [{ line: 2, kind: 'wrongColumns' }], 0],
  ['a long address', `1-1,${'x'.repeat(201)},,,,`, [{ line: 2, kind: 'tooLong' }], 0],
  ['a long parcel ID', `${'1'.repeat(51)},12 Elm St,,,,`, [{ line: 2, kind: 'tooLong' }], 0],
  ['a NUL', '1-1,12 Elm\u0000St,,,,', [{ line: 2, kind: 'badCharacter', detail: 'Address' }], 0],
  ['a quote that is never closed', '1-1,"12 Elm St,,,,', [{ line: 2, kind: 'openQuote' }], 0],
  [
    'a parcel twice, in two forms',
    '17-03-1,12 Elm St,,,,\n1-1,14 Elm St,,,,\n17031,12 Elm Street,,,,',
    [{ line: 4, kind: 'duplicateParcel', detail: '17031, as on line 2' }],
    2,
  ],
  ['spaces and line breaks in a cell', '1-1,"12  Elm\nSt",,,,', [], 1],
])('lists the problem of each line for %s', async (_, lines, problems, kept, given) => {
  const { version } = await load(`${header}${lines}\n9-9,99 Last Ave,,,,\n`, given)
  expect(version.problems.filter(({ kind, detail }) => !(kind === 'noMask' && detail === '9-9'))).toMatchObject(
    problems,
  )
  expect(version.parcels).toBe(kept + 1)
})

test.each<[string, string | Buffer, RegExp]>([
  ['an empty file', '', /file is empty/],
  ['no header', '17-03-1,12 Elm St,Falls\n', /Line 1 has no columns PARCEL_ID, SITUS_ADDRESS/],
  ['a header without addresses', 'PARCEL_ID,CITY\n1,Falls\n', /Line 1 has no column SITUS_ADDRESS/],
  ['one wide column', 'PARCEL_ID SITUS_ADDRESS\n1 12 Elm St\n', /only one column/],
  ['a column twice', 'PARCEL_ID,SITUS_ADDRESS,PARCEL_ID\n', /column PARCEL_ID twice/],
  ['no parcel', `${header},12 Elm St,,,,\n`, /no parcel that we can read\. Line 2: No parcel ID/],
  ['a header alone', header, /no parcel that we can read/],
  ['gzip data that was cut off', gzipSync(header.repeat(100)).subarray(0, 60), /damaged or incomplete/],
])('refuses the entire file for %s', async (_, file, message) => {
  await expect(load(file)).rejects.toThrow(message)
})

test('compares with the roll in use', async () => {
  const first = await load(
    `${header}1-1,12 Elm St,Falls,,,A\n1-2,14 Elm St,Falls,,,B\n1-3,16 Elm St,Falls,,,C\n1-4,,,,,\n`,
  )
  expect(first.comparison).toMatchObject({ parcels: 4, added: 4, gone: 0, changed: 0, same: 0 })
  await putInUse(first.id)
  const next = await load(
    `${header}11,12 Elm St,Falls,,,A\n1-2,14 1/2 Elm St,Falls,,,B\n1-3,16 Elm St,Falls,,,NEW OWNER\n1-5,18 Elm St,Falls,,,\n`,
  )
  expect(next.comparison).toEqual({
    parcels: 4,
    added: 1,
    gone: 1,
    changed: 3,
    same: 0,
    samples: {
      added: [{ parcelId: '1-5', address: '18 Elm St' }],
      gone: [{ parcelId: '1-4', address: '' }],
      changed: [
        { parcelId: '11', address: '12 Elm St', change: 'form of the parcel ID' },
        { parcelId: '1-2', address: '14 1/2 Elm St', change: 'address, before: 14 Elm St' },
        { parcelId: '1-3', address: '16 Elm St', change: 'owner' },
      ],
    },
  })
  const same = await load(
    `${header}1-1,12 Elm St,Falls,,,A\n1-2,14 Elm St,Falls,,,B\n1-3,16 Elm St,Falls,,,C\n1-4,,,,,\n`,
  )
  expect(same.comparison).toMatchObject({ added: 0, gone: 0, changed: 0, same: 4 })
})

test('counts the problems that it does not list', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => `1-${index},,,,,`)
  const { version } = await load(`${header}${rows.join('\n')}\n`)
  expect(version.problem_counts).toEqual({ noAddress: 500 })
  expect(version.problems).toHaveLength(200)
})

test('writes nothing more for a reader whose version was discarded, or taken by another', async () => {
  const own = await claim()
  const drop = () => connection.db.updateTable('roll').set({ state: 'removed' }).where('id', '=', own.id).execute()
  const rows = Array.from({ length: 5_000 }, (_, index) => `1-${index},${index} Elm St,,,,\n`)
  async function* pieces() {
    yield Buffer.from(header)
    yield Buffer.from(rows.slice(0, 3_000).join(''))
    await drop()
    yield Buffer.from(rows.slice(3_000).join(''))
  }
  await expect(loadRoll(connection.db, own, { pieces: pieces(), bytes: 1 })).rejects.toThrow(RollClaimLost)
  const kept = await connection.db
    .selectFrom('parcel')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('roll_id', '=', own.id)
    .executeTakeFirstOrThrow()
  expect(kept.count).toBe(2_000)
})

/** Lines that are all left out, in this many pieces; reports how many were read. */
function badLines(pieces: number, onPiece: (read: number) => Promise<void> | void) {
  const count = { read: 0 }
  async function* read(): AsyncGenerator<Buffer> {
    yield Buffer.from(header)
    for (; count.read < pieces; count.read += 1) {
      await onPiece(count.read)
      yield Buffer.from(',no parcel,,,,\n'.repeat(10))
    }
  }
  return { count, file: { pieces: read(), bytes: pieces * 150 } }
}

test('stops while it reads lines that are all left out', async () => {
  const stopping = new AbortController()
  const { file, count } = badLines(50, (read) => (read === 3 ? stopping.abort() : undefined))
  await expect(loadRoll(connection.db, await claim(), file, { signal: stopping.signal })).rejects.toThrow(/abort/i)
  expect(count.read).toBeLessThan(10)
})

test('keeps its claim over lines that are all left out, and notices that its version was discarded', async () => {
  const own = await claim()
  const claimedUntil = async () =>
    (
      await connection.db.selectFrom('roll').select('claimed_until').where('id', '=', own.id).executeTakeFirstOrThrow()
    ).claimed_until?.getTime() ?? 0
  const seen: number[] = []
  const { file, count } = badLines(50, async (read) => {
    seen.push(await claimedUntil())
    if (read === 3) await connection.db.updateTable('roll').set({ state: 'removed' }).where('id', '=', own.id).execute()
  })
  await expect(loadRoll(connection.db, own, file, { renewMs: 0 })).rejects.toThrow(RollClaimLost)
  expect(count.read).toBeLessThan(10)
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0)
})

test('does not take a command whose last step takes longer than its claim for one that was killed', async () => {
  const own = await claim()
  await connection.db
    .updateTable('roll')
    .set({ claimed_until: new Date(Date.now() - 60_000) })
    .where('id', '=', own.id)
    .execute()
  await inTransaction(connection.db, async (tx) => {
    await tx.updateTable('roll').set({ lines: 1 }).where('id', '=', own.id).execute()
    expect(await failAbandonedLoads(connection.db, 'killed')).not.toContain(own.id)
  })
  expect(await failAbandonedLoads(connection.db, 'killed')).toContain(own.id)
})
