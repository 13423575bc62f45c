import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeFile } from '#tests/helpers/write-file.ts'

const script = path.join(import.meta.dirname, '../match-report.ts')
const run = (...given: string[]) => spawnSync(process.execPath, [script, ...given], { encoding: 'utf8' })

const events = [
  { recordedDate: '20180201', grantor: ['HARBOR LEDGER LLC'], grantee: ['MARSH,PETER Q'], parcelIds: ['17'] },
  { recordedDate: '20190201', grantor: ['MARSH,PETER'], grantee: ['OKAFOR,ADA PETER'], parcelIds: ['17'] },
]
const jsonLines = events.map((event) => JSON.stringify(event)).join('\n')

test('reads a file, finds near misses, same owners and noise', () => {
  const file = writeFile('events.jsonl', jsonLines)
  const reading = run(file)
  expect(reading).toMatchObject({ status: 0, stderr: '' })
  expect(reading.stdout).toContain('person: 3 (75.0 %)')
  expect(run(file, '--near-misses').stdout).toContain('2 alerts, 0 near misses')
  expect(run(file, '--readings', '9').stdout).toContain('MARSH,PETER Q → person: PETER Q MARSH [comma]')
  const alerts = writeFile('alerts.txt', 'Okafor, Peter\n')
  expect(run(file, '--near-misses', '--alerts', alerts).stdout).toContain('the first name is read as a middle name: 1')
  const nearMiss = 'PETER OKAFOR | OKAFOR,ADA PETER | ADA PETER OKAFOR [comma]'
  expect(run(file, '--near-misses', '--alerts', alerts).stdout).toContain(nearMiss)
  const owners = run(file, '--same-owners', '--documents', '0').stdout
  expect(owners).toContain('certain, by a new alert on a screen: 1 (100.0 %)')
  const matches = run(file, '--matches', '5', '--documents', '0').stdout
  expect(matches).toContain('PETER Q MARSH | MARSH,PETER | First and last name are the same. | defaults, comma')
  expect(run(file, '--matches', '5', '--grade', 'SURE').stderr).toContain(
    '--grade is CERTAIN, LIKELY, POSSIBLE, not SURE.',
  )
  const noise = run(file, '--noise', '--documents', '50')
  expect(noise).toMatchObject({ status: 0, stderr: '' })
  expect(noise.stdout).toContain('A made county, unstated order, first name first, 50 documents')
})

test('composes texts, and takes a whole number only', () => {
  const { stdout, stderr, status } = run('--composed', '4')
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toMatch(/romanized names +\| all +\| 192 /)
  expect(run('--composed', 'many').stderr).toBe('--composed is a whole number, not many.\n')
})

test.each<[what: string, message: RegExp, ...given: string[]]>([
  ['a missing file', /^Cannot find the file no-such\.jsonl\.\n$/, 'no-such.jsonl'],
  ['a folder', /^Cannot read .*Is it a folder\?\n$/, os.tmpdir()],
  ['a missing folder', /^Cannot find the folder no-such\.\n$/, '--folder', 'no-such'],
  ['a missing folder of sets', /^Cannot find no-such\.\n$/, '--public', 'no-such'],
  ['a folder without a set', /^None of the sets is in /, '--public', import.meta.dirname],
  ['a number that is none', /^--samples is a whole number, not many\.\n$/, script, '--samples', 'many'],
  ['an unknown order', /^--order is LAST_FIRST or FIRST_LAST, not UP\.\n$/, script, '--order', 'UP'],
  ['a file of another kind', /is neither JSON Lines/, script],
])('says plainly: %s', (_what, message, ...given) => {
  const { status, stderr } = run(...given)
  expect(stderr).toMatch(message)
  expect(status).toBe(1)
})

test('reads one party from each row of a CSV file, and says which column is missing', () => {
  const file = writeFile('parties.csv', 'DOC,NAME\n1,"MARSH, PETER Q"\n2,HARBOR LEDGER LLC\n')
  expect(run(file).stdout).toContain('2 documents, 2 parties')
  const { stderr, status } = run(file, '--column', 'PARTY')
  expect(stderr).toBe(`${file} has no column PARTY. Name the column of the names with --column.\n`)
  expect(status).toBe(1)
})

test('reads a set without committed counts, and never shows a name', () => {
  const file = writeFile(
    'nameparser_cases.jsonl',
    JSON.stringify({ input: 'Marsh, Peter', expected: { first: 'Peter', last: 'Marsh' } }),
  )
  const { stdout, status } = run('--public', file)
  expect(status).toBe(0)
  expect(stdout).toContain('nameparser: 1 rows')
  expect(stdout).not.toMatch(/marsh/i)
})

test('ends with 1 if a folder’s counts differ from the committed ones, and never shows a name', () => {
  const file = writeFile('parties.csv', 'DOCUMENT ID,PARTY TYPE,NAME\n1,2,"MARSH, PETER"\n')
  const { stdout, status } = run('--folder', path.dirname(file))
  expect(stdout).toMatch(/a city’s index +\| 1 +\| 1 /)
  expect(stdout).toMatch(/a city’s index: 1 names, but the committed figures are of \d+\./)
  expect(stdout).not.toMatch(/marsh/i)
  expect(status).toBe(1)
})

test('every option is in the help', () => {
  const { stdout } = run('--help')
  for (const option of [
    'width',
    'order',
    'samples',
    'alerts',
    'documents',
    'public',
    'write',
    'column',
    'readings',
    'matches',
    'grade',
    'near-misses',
    'same-owners',
    'noise',
    'folder',
    'held-out',
    'promised',
    'composed',
  ])
    expect(stdout).toContain(`--${option}`)
})
