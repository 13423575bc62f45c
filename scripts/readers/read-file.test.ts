import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMapping } from './mapping-file.ts'
import { type FileOptions, readFile } from './read-file.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'records-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const read = async (name: string, content: string | Buffer, options: FileOptions = {}) => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return readFile(file, options)
}
const values = async (...given: Parameters<typeof read>) => (await read(...given)).map(({ value }) => value)

const event = { documentIdentifier: 'A1', recordedAt: '2026-08-20', parcels: ['17'] }
const xml =
  '<PACKAGE><PRIA_DOCUMENT RecordableDocumentSequenceIdentifier="2"><GRANTOR _UnparsedName="MARLOWE TESSA"/></PRIA_DOCUMENT></PACKAGE>'

test.each<[string, string | Buffer]>([
  ['events.json', JSON.stringify({ events: [event] })],
  ['list.json', JSON.stringify([event])],
  ['single.json', JSON.stringify(event)],
  ['lines.ndjson', `${JSON.stringify(event)}\n`],
  ['lines.jsonl', `\uFEFF${JSON.stringify(event)}\r\n`],
  ['lines.txt', `${JSON.stringify(event)}\n\n`],
  ['no-extension', JSON.stringify([event])],
  ['packed.json.gz', gzipSync(JSON.stringify([event]))],
  ['packed-but-not-named.jsonl', gzipSync(JSON.stringify(event))],
])('reads %s', async (name, content) => {
  expect(await values(name, content)).toEqual([event])
})

test.each(['empty.json', 'empty.jsonl', 'empty.csv', 'empty.xml', 'empty'])(
  'reads %s as an empty file',
  async (name) => {
    expect(await read(name, '')).toEqual([])
  },
)
test('reads an empty list as an empty file', async () => {
  expect(await read('nothing.json', '[]')).toEqual([])
})

test("groups a sheet's rows and converts its dates to ISO", async () => {
  const sheet =
    'documentIdentifier,recordedAt,role,name,parcel\n7,08/20/2026 02:48 PM,GRANTOR,"MARLOWE, T",17\n7,,,,18\n'
  expect(await values('sheet.csv', sheet)).toMatchObject([
    {
      documentIdentifier: '7',
      recordedAt: '2026-08-20T14:48:00',
      parties: [{ role: 'GRANTOR', name: 'MARLOWE, T' }],
      parcels: ['17', '18'],
    },
  ])
})

test('uses the feed’s mapping for sheets and foreign records; a given mapping for everything', async () => {
  const feedMapping = await readMapping('denver')
  const record = {
    documentId: 'D9',
    recordedDate: '20260820',
    grantor: ['MARLOWE,TESSA', 'BRANDT,IVO'],
    grantee: [],
    parcelIds: [17, '18'],
  }
  const mapped = {
    documentIdentifier: 'D9',
    recordedAt: '2026-08-20',
    parties: [
      { role: 'GRANTOR', name: 'MARLOWE,TESSA' },
      { role: 'GRANTOR', name: 'BRANDT,IVO' },
    ],
    parcels: ['17', '18'],
  }
  const lines = [record, event].map((one) => JSON.stringify(one)).join('\n')
  expect(await values('mixed.jsonl', lines, { feedMapping })).toEqual([mapped, event])
  expect(await values('mapped.jsonl', JSON.stringify(record), { mapping: feedMapping })).toEqual([mapped])
})

test('fills in a prefix and a date that the file lacks', async () => {
  const options = { idPrefix: 'P-', recordedAt: '2026-08-20' }
  expect(await values('batch.xml', xml, options)).toMatchObject([
    { documentIdentifier: 'P-batch-2', recordedAt: '2026-08-20' },
  ])
  expect(
    await values('dated.json', JSON.stringify([event, { documentIdentifier: 5 }]), {
      ...options,
      recordedAt: '2026-01-02',
    }),
  ).toMatchObject([
    { documentIdentifier: 'P-A1', recordedAt: '2026-08-20' },
    { documentIdentifier: 'P-5', recordedAt: '2026-01-02' },
  ])
  expect(await values('nameless.xml', xml)).toMatchObject([{ documentIdentifier: undefined }])
})

test("reports a broken line as that line's error", async () => {
  expect(await read('broken.jsonl', `{"a"\n${JSON.stringify(event)}`)).toMatchObject([
    { problem: 'the line is not valid JSON' },
    { value: event },
  ])
})

test.each<[string, string | Buffer, FileOptions, RegExp]>([
  ['broken.json', '{"events": [', {}, /not valid JSON/],
  ['broken.xml', '<a>', {}, /not valid XML/],
  ['broken.json.gz', gzipSync('{}').subarray(0, 12), {}, /gzip/],
  ['latin.csv', Buffer.from('documentIdentifier,recordedAt,name\n1,2026-08-20,PE\u00d1A', 'latin1'), {}, /UTF-8/],
  ['other.csv', 'id,date\n1,2', {}, /Missing columns documentIdentifier/],
  ['odd.csv', 'x', { encoding: 'klingon' }, /character set/],
])('refuses %s with a plain message', async (name, content, options, message) => {
  await expect(read(name, content, options)).rejects.toThrow(message)
})
test('reports a missing file', async () => {
  await expect(readFile(path.join(folder, 'nowhere.csv'))).rejects.toThrow('File not found')
})

test.each([
  ['nowhere', /Mapping nowhere not found.*denver/],
  [import.meta.filename, /not valid JSON/],
])('refuses the mapping %s', async (name, message) => {
  await expect(readMapping(name)).rejects.toThrow(message)
})
test('lists every fault in a mapping', async () => {
  const file = path.join(folder, 'mapping.json')
  fs.writeFileSync(file, '{"documentIdentifier": 5, "dokument": "X"}')
  await expect(readMapping(file)).rejects.toThrow(/documentIdentifier[^]*recordedAt[^]*dokument/)
})
