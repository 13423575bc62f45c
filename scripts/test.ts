import { startVitest } from 'vitest/node'
import { readArguments } from '#shared/node/platform/command-line.ts'
import { chromiumPath } from '#tests/helpers/chromium.ts'
import { listLongTests, readSeconds, recordSeconds } from './long-tests/long-tests.ts'
import { buildClientIfStale } from './start/client-build.ts'
import { countResults } from './start/count-results.ts'

const { values, positionals } = readArguments(
  `Runs all tests except the long ones, on an embedded PostgreSQL. Those in a browser, which are all long, need Chromium.

  npm test
  npm test -- person rest/home    only files whose path contains one of these
  npm test -- --changed           only files that your changes since the branch main reach, committed or not
  npm run test:all                all tests, like npm test -- --all
  npm test -- --long              only the long tests
  npm test -- --chosen            only the long tests that docs/tests.md names for every change
  npm test -- --long --record     also writes into docs/tests.md how long each took`,
  {
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    long: { type: 'boolean' },
    chosen: { type: 'boolean' },
    record: { type: 'boolean' },
  },
)
const chromium = chromiumPath()
const usual = ['node', 'client', 'client-replacing']
const long = ['long', ...(chromium ? ['browser-long'] : [])]
const mayBeLong = values.long || values.chosen || values.all
const projects = values.long || values.chosen ? long : values.all ? [...usual, ...long] : usual
const chosen = listLongTests().flatMap(({ file, isChosen }) => (isChosen ? [file] : []))
const parts = values.chosen ? chosen : positionals

const mayUseBrowser = mayBeLong && (parts.length === 0 || parts.some((part) => part.includes('e2e')))
if (chromium && mayUseBrowser) await buildClientIfStale(console.log)
const vitest = await startVitest('test', parts, {
  project: projects,
  run: true,
  watch: false,
  ...(values.changed ? { changed: 'main', passWithNoTests: true } : {}),
})
const { passed, skipped, failures } = countResults(vitest)
if (values.record) recordSeconds(readSeconds(vitest))
await vitest.close()

if (!chromium && mayBeLong) {
  console.log(
    '\nSkipped the browser tests: Chromium not found. To run them, install Chromium (apt-get install chromium) or set CHROMIUM_PATH.',
  )
}
// Printed last, so that a truncated log still contains it.
for (const { file = '', name, message } of failures)
  console.log(`\nFailed: ${file} > ${name}\n${message.replaceAll(/^/gm, '    ')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exit(failures.length > 0 || (passed === 0 && !values.changed) ? 1 : 0)
