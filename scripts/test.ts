import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { chromiumPath } from '#tests/helpers/chromium.ts'
import { buildClientIfStale } from './start/client-build.ts'
import { countResults } from './start/count-results.ts'

/**
 * `npm test`: every test but the long ones. `--all` adds the long ones, `--long` runs only them; what else is given
 * selects files by parts of their paths. Browser tests run where Chromium is found.
 */
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, long: { type: 'boolean' } },
  allowPositionals: true,
})
const chromium = chromiumPath()
const usual = ['node', 'client', ...(chromium ? ['browser'] : [])]
const long = ['long', ...(chromium ? ['browser-long'] : [])]
const projects = values.long ? long : values.all ? [...usual, ...long] : usual

const mayUseBrowser = positionals.length === 0 || positionals.some((part) => part.includes('e2e'))
if (chromium && mayUseBrowser) await buildClientIfStale(console.log)
const vitest = await startVitest('test', positionals, { project: projects, run: true, watch: false })
const { passed, failed, skipped } = countResults(vitest)
await vitest.close()

if (!chromium) {
  console.log(
    '\nThe browser tests were not run: no Chromium was found. To run them: apt-get install chromium, or set CHROMIUM_PATH.',
  )
}
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
