import { expect, test } from 'vitest'
import { run, writeFile } from './testing.ts'

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
  expect(run(file, '--readings', '9').stdout).toContain('MARSH,PETER Q → person: PETER Q MARSH')
  const alerts = writeFile('alerts.txt', 'Okafor, Peter\n')
  expect(run(file, '--near-misses', '--alerts', alerts).stdout).toContain('the first name is read as a middle name: 1')
  expect(run(file, '--same-owners').stdout).toContain('found at defaults: 1 (100.0 %)')
  const noise = run(file, '--noise', '--documents', '50')
  expect(noise).toMatchObject({ status: 0, stderr: '' })
  expect(noise.stdout).toContain('A made county, unstated order, first name first, 50 documents')
})
