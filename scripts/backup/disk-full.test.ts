import { expect, test } from 'vitest'
import { describeFailure } from './disk-full.ts'

const full = 'The disk of the database is full. Free space there, and run the command again.'
const ended =
  'The database ended the connection. Its log says why: perhaps its disk is full. Then run the command again.'
test.each([
  ['ENOSPC', 'no space left on device, write', full],
  ['53100', 'could not extend file "base/5/1259": No space left on device', full],
  ['', 'initdb failed: HINT:  Check free disk space.', full],
  ['ECONNRESET', 'read ECONNRESET', ended],
  ['57P02', 'terminating connection because of crash of another server process', ended],
  ['', 'Connection terminated unexpectedly', ended],
  ['42P01', 'relation "x" does not exist', 'relation "x" does not exist'],
])('%s %s', (code, message, said) => {
  expect(describeFailure(Object.assign(new Error(message), { code }))).toBe(said)
})
