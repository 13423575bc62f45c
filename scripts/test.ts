import { startVitest } from 'vitest/node'
import { readArguments } from '#shared/node/command-line.ts'
import { chromiumPath } from '#tests/helpers/chromium.ts'
import { buildClientIfStale } from './start/client-build.ts'
import { countResults, type Results } from './start/count-results.ts'

const { values, positionals } = readArguments(
  `Every test but the long ones, on an embedded PostgreSQL. Browser tests run where Chromium is found.

  npm test
  npm test -- person rest/home    files whose path has one of these parts
  npm run test:all                with the long ones too, as npm test -- --all
  npm test -- --long              only the long ones
  npm test -- --again             files that failed run a second time, alone: what passes then is told, and is no failure`,
  { all: { type: 'boolean' }, long: { type: 'boolean' }, again: { type: 'boolean' } },
)
const chromium = chromiumPath()
const usual = ['node', 'client', ...(chromium ? ['browser'] : [])]
const long = ['long', ...(chromium ? ['browser-long'] : [])]
const projects = values.long ? long : values.all ? [...usual, ...long] : usual

const mayUseBrowser = positionals.length === 0 || positionals.some((part) => part.includes('e2e'))
if (chromium && mayUseBrowser) await buildClientIfStale(console.log)
let { passed, skipped, failures } = await runTests(positionals)
const unsteady = values.again ? await passedAlone() : []

if (!chromium) {
  console.log(
    '\nThe browser tests were not run: no Chromium was found. To run them: apt-get install chromium, or set CHROMIUM_PATH.',
  )
}
if (unsteady.length > 0) tell('Failed at first, passed when its file ran again alone', unsteady)
if (failures.length > 0) tell('Failed', failures)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exit(failures.length > 0 || passed === 0 ? 1 : 0)

async function runTests(files: string[], options?: { fileParallelism: boolean }): Promise<Results> {
  const vitest = await startVitest('test', files, { project: projects, run: true, watch: false, ...options })
  const results = countResults(vitest)
  await vitest.close()
  return results
}

/** Runs the files with failures again, one after the other; the failures that are left are those of this second run. */
async function passedAlone(): Promise<Results['failures']> {
  const files = [...new Set(failures.flatMap(({ file }) => file ?? []))]
  if (files.length === 0) return []
  const first = failures
  const second = await runTests(files, { fileParallelism: false })
  failures = [...first.filter(({ file }) => !file), ...second.failures]
  const gone = first.filter(
    ({ file, name }) => file && !second.failures.some((one) => one.file === file && one.name === name),
  )
  passed += gone.length
  return gone
}

/** Last in the output, where it is also found in a log that was cut off at its head. */
function tell(title: string, list: Results['failures']) {
  console.log(`\n${title}:`)
  for (const { file = '', name, message } of list)
    console.log(`  ${file} > ${name}\n${message.replaceAll(/^/gm, '    ')}`)
}
