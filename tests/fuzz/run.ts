import { recordFigure } from '#scripts/promises/record-figure.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { callers } from './calls/call.ts'
import { findDoors } from './calls/make-call.ts'
import { fullCalls, runFuzz } from './fuzz.ts'
import { describeFaults, describeFigure, describeRun } from './report.ts'

const values = readOptions(
  `Sends seeded calls to every path and procedure of a server: as a visitor, as each role, and with a feed's key, from
many sessions at once. Inputs follow the procedures' own schemas, or are nonsense; some requests are broken HTTP. No
answer may be a 5xx, memory must not grow, and the database must be in order afterward. It runs on a database of its own
and exits with status 1 if a promise was broken.

  npm run fuzz -- [--calls 10000] [--seed N] [--role ${callers.join('|')}] [--only PATH]

  --calls   calls of each role
  --seed    repeats a run that printed this seed
  --only    only endpoints whose name contains this, such as userView/alertDelete or userView.alert`,
  {
    calls: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    role: { type: 'string' },
    only: { type: 'string' },
  },
)

function readNumber(name: 'calls' | 'seed', usual: number): number {
  const value = Number(values[name] ?? usual)
  if (Number.isInteger(value) && value >= 1) return value
  console.error(`--${name} must be a whole number from 1.`)
  process.exit(2)
}
const caller = callers.find((one) => one === values.role)
if (values.role !== undefined && !caller) {
  console.error(`--role must be one of ${callers.join(', ')}.`)
  process.exit(2)
}
if (findDoors(values.only).length === 0) {
  console.error(`No endpoint has a name that contains '${values.only}'. Give part of one, such as userView/alert.`)
  process.exit(2)
}
const calls = readNumber('calls', fullCalls)
const seed = readNumber('seed', 1 + (Date.now() % 1_000_000))
console.log(`${calls.toLocaleString('en-US')} calls a role, seed ${seed}`)

const report = await runFuzz({ calls, seed, caller, only: values.only, print: (line) => console.log(line) })
for (const line of describeRun(report)) console.log(line)
const faults = describeFaults(report)
for (const line of faults) console.error(line)
if (faults.length === 0 && calls >= fullCalls && !caller && values.only === undefined)
  recordFigure({ command: 'npm run fuzz', figure: describeFigure(report) })
console.log(faults.length === 0 ? 'All promises kept.' : `Promises were broken. Repeat with --seed ${seed}.`)
process.exit(faults.length === 0 ? 0 : 1)
