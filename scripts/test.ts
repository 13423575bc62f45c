import { startVitest } from 'vitest/node'
import { readArguments } from '#shared/node/platform/command-line.ts'
import { chromiumPath } from '#tests/helpers/chromium.ts'
import { buildClientIfStale } from './start/client-build.ts'
import { countResults } from './start/count-results.ts'

const { values, positionals } = readArguments(
  `Runs all tests except the long ones, on an embedded PostgreSQL. Browser tests need Chromium.

  npm test
  npm test -- person rest/home    only files whose path contains one of these
  npm test -- --changed           only files that your changes since the branch main reach, committed or not
  npm run test:all                all tests, like npm test -- --all
  npm test -- --long              only the long tests`,
  { all: { type: 'boolean' }, changed: { type: 'boolean' }, long: { type: 'boolean' } },
)
const chromium = chromiumPath()
const usual = ['node', 'client', ...(chromium ? ['browser'] : [])]
const long = ['long', ...(chromium ? ['browser-long'] : [])]
const projects = values.long ? long : values.all ? [...usual, ...long] : usual

const mayUseBrowser = positionals.length === 0 || positionals.some((part) => part.includes('e2e'))
if (chromium && mayUseBrowser) await buildClientIfStale(console.log)
const vitest = await startVitest('test', positionals, {
  project: projects,
  run: true,
  watch: false,
  ...(values.changed ? { changed: 'main', passWithNoTests: true } : {}),
})
const { passed, skipped, failures } = countResults(vitest)
await vitest.close()

if (!chromium) {
  console.log(
    '\nSkipped the browser tests: Chromium not found. To run them, install Chromium (apt-get install chromium) or set CHROMIUM_PATH.',
  )
}
// Printed last, so that a truncated log still contains it.
for (const { file = '', name, message } of failures)
  console.log(`\nFailed: ${file} > ${name}\n${message.replaceAll(/^/gm, '    ')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exit(failures.length > 0 || (passed === 0 && !values.changed) ? 1 : 0)
