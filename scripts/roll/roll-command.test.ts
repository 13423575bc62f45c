import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { rollCommand } from './roll-command.ts'

let database: TestDatabase
let owner: Client
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  vi.stubEnv('DATABASE_URL', database.appUrl)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roll-'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await owner.end()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})
beforeEach(() => owner.query(`update roll set state = 'removed'`))

/** Answers each question with the next letter of `answers`. */
async function run(answers: string, ...args: string[]) {
  const printed: string[] = []
  const asked: string[] = []
  const status = await rollCommand(args, {
    print: (text) => printed.push(text),
    ask: async (question) => answers[asked.push(question) - 1] === 'y',
  })
  return { status, asked, output: printed.join('\n') }
}
const write = (name: string, content: string | Buffer) => {
  fs.writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
const writeRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `1-${from + index},${from + index} Elm St\n`).join('')
const header = 'PARCEL_ID,SITUS_ADDRESS\n'
const findInUse = async () =>
  (await owner.query(`select file_name, parcels, used_by_name from roll where state = 'current'`)).rows

test('reads a file, asks, and puts the former version back', async () => {
  const first = write('first.csv', header + writeRows(0, 30))
  const { status, asked, output } = await run('y', first)
  expect({ status, asked }).toEqual({ status: 0, asked: ['Use this roll?'] })
  expect(output).toMatch(/ {10}30 parcels\n[^]* {10}30 new\n[^]*The roll is in use\.$/)
  const next = write('next.csv.gz', gzipSync(`${header}${writeRows(10, 30)},8 Oak St\n`))
  const lossless = await run('yn', next)
  expect(lossless).toMatchObject({
    status: 1,
    asked: ['Use this roll?', expect.stringContaining('10 parcels')],
  })
  expect(lossless.output).toContain('line 22: No parcel ID')
  expect(await findInUse()).toMatchObject([{ file_name: 'first.csv', parcels: 30 }])
  expect(await run('yyy', next)).toMatchObject({
    status: 0,
    asked: [
      expect.stringContaining('next.csv.gz is still waiting'),
      'Use this roll?',
      expect.stringContaining('10 parcels'),
    ],
  })
  expect(await run('y', '--back')).toMatchObject({
    status: 0,
    asked: [expect.stringContaining('first.csv with 30 parcels')],
  })
  expect(await findInUse()).toMatchObject([{ file_name: 'first.csv' }])
})

test('answers every question with yes if asked to', async () => {
  await run('', write('large.csv', header + writeRows(0, 30)), '--yes')
  expect(await run('', write('small.csv', header + writeRows(0, 3)), '--yes')).toMatchObject({ status: 0, asked: [] })
  expect(await findInUse()).toMatchObject([{ file_name: 'small.csv', parcels: 3 }])
})

test('reads by a mapping', async () => {
  const mapping = write('columns.json', '{"parcelId": "PIN", "address": ["NO", "STREET"]}')
  const file = write('own.csv', 'PIN;NO;STREET\n1-1;12;Elm St\n')
  expect(await run('y', file, '--mapping', mapping)).toMatchObject({ status: 0 })
  const { rows } = await owner.query(
    `select address from parcel p join roll r on r.id = p.roll_id where r.state = 'current'`,
  )
  expect(rows).toEqual([{ address: '12 Elm St' }])
})

test.each<[string, string[], number, RegExp]>([
  ['no file', [], 2, /npm run roll -- FILE/],
  ['an unknown option', ['--no'], 1, /--no/],
  ['a missing file', ['nowhere.csv'], 1, /File nowhere\.csv not found\./],
  ['a missing mapping', ['nowhere.csv', '--mapping', 'nowhere.json'], 1, /Mapping nowhere\.json not found\./],
  ['nothing to go back to', ['--back', '--yes'], 1, /no earlier version/],
])('refuses %s', async (_, args, status, message) => {
  const answer = await run('', ...args)
  expect(answer.status).toBe(status)
  expect(answer.output).toMatch(message)
})

test('says which line of the file is wrong, and stores none of it', async () => {
  const { status, output } = await run('', write('headless.csv', writeRows(0, 3)), '--yes')
  expect(status).toBe(1)
  expect(output).toContain('Line 1 has no columns PARCEL_ID, SITUS_ADDRESS.')
  expect(await findInUse()).toEqual([])
  const { rows } = await owner.query(`select state from roll order by id desc limit 1`)
  expect(rows).toEqual([{ state: 'failed' }])
})
