import { recordFigure } from '#scripts/promises/record-figure.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { endCommand, readCount } from '../support/command.ts'
import { hasBrowser } from './browsers.ts'
import { defaultRollingOptions, findObstacle, runRolling } from './rolling.ts'

const maxRate = 1_000

const print = (line: string) => console.log(line)

/** `npm run chaos -- --rolling`: reads its options, runs, prints, and ends the process. */
export async function runRollingCommand(): Promise<never> {
  const values = readOptions(
    `Replaces two servers and two workers behind HAProxy one after the other, while a feed posts records at a steady pace
and people use their pages: first an upgrade from the earlier version with its migrations, then restarts of the present
version. If a call fails, a page shows an error, a record is lost, or a notice is missing or repeated, it lists them and
exits with status 1.

  npm run chaos -- --rolling [--rate ${defaultRollingOptions.recordsPerSecond}] [--rounds ${defaultRollingOptions.rounds}] [--seed ${defaultRollingOptions.seed}] [--no-browsers]

--rate is in records per second; --rounds is how often every process of the present version is restarted. HAProxy is
installed from Debian if it is missing. People need Chromium (CHROMIUM_PATH); --no-browsers leaves them out.`,
    {
      rolling: { type: 'boolean' },
      rate: { type: 'string', default: String(defaultRollingOptions.recordsPerSecond) },
      rounds: { type: 'string', default: String(defaultRollingOptions.rounds) },
      'no-browsers': { type: 'boolean', default: false },
      seed: { type: 'string', default: String(defaultRollingOptions.seed) },
    },
  )
  const [rounds, seed] = [readCount('rounds', values.rounds), readCount('seed', values.seed)]
  const rate = Number(values.rate)
  if (!(rate > 0 && rate <= maxRate)) {
    console.error(`--rate must be a number above 0, and at most ${maxRate}.`)
    process.exit(2)
  }
  const obstacle = await findObstacle()
  if (obstacle !== null) {
    console.log(`Skipped: ${obstacle}`)
    process.exit(0)
  }
  const browsers = hasBrowser() && !values['no-browsers']
  if (!browsers) print('No browsers: no page is open during the replacements.')
  const report = await runRolling({ recordsPerSecond: rate, rounds, seed, browsers, print })
  if (report.noUpgrade) print(`No upgrade: ${report.noUpgrade}`)
  print(
    `${report.replacements} replacements, ${report.records} records, ${report.messages} messages, ${report.pageRounds} rounds of people on their pages; the slowest call of the feed took ${report.slowestMs} ms`,
  )
  if (report.breaches.length === 0 && isWhole({ rate, rounds, browsers, noUpgrade: report.noUpgrade }))
    recordFigure({
      command: 'npm run chaos -- --rolling',
      figure: `${report.replacements} replacements under ${rate} records a second and ${report.pageRounds} rounds of people on their pages: 0 calls failed, 0 of ${report.records} records lost`,
    })
  endCommand(report.breaches, seed)
}

/** A run of less leaves no figure. */
const isWhole = (run: { rate: number; rounds: number; browsers: boolean; noUpgrade: string }) =>
  run.rate >= defaultRollingOptions.recordsPerSecond && run.rounds > 0 && run.browsers && run.noUpgrade === ''
