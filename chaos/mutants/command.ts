import { recordFigure } from '#scripts/promises/record-figure.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { readCount } from '../support/command.ts'
import { mutants } from './mutants.ts'
import { findMutants, runMutants, type Trial } from './run-mutants.ts'

const usage = `Plants faults into copies of the program, one at a time, and runs a short chaos, or a rolling restart, on each. It must notice every one:
if a fault survives, or if a run of the unchanged program already breaks a promise, it says so and exits with status 1.

  npm run chaos -- --mutants [--only PART_OF_A_NAME] [--seed N]

Each fault, and what happens meanwhile; --only takes a part of either:
${mutants.map(({ name, scenario }) => `  ${name}: ${scenario}`).join('\n')}`

const print = (line: string) => console.log(line)

/** `npm run chaos -- --mutants`: runs them, prints the table and ends the process. */
export async function runMutantsCommand(): Promise<never> {
  const values = readOptions(usage, {
    mutants: { type: 'boolean' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
  })
  const seed = readCount('seed', values.seed)
  const chosen = findMutants(values.only)
  if (chosen.length === 0) {
    console.error(`No fault, and nothing that happens meanwhile, is named '${values.only}'.`)
    process.exit(2)
  }
  const { baselines, trials, skipped } = await runMutants(chosen, { seed, print })
  print(formatTable(baselines, 'kept every promise'))
  print(formatTable(trials, 'SURVIVED'))
  const crying = baselines.filter(({ caughtBy }) => caughtBy.length > 0)
  const caught = new Set(trials.filter(({ caughtBy }) => caughtBy.length > 0).map(({ name }) => name))
  const untried = new Set(skipped.map(({ name }) => name))
  const survived = chosen.filter(({ name }) => !caught.has(name) && !untried.has(name))
  for (const { name } of crying) console.error(`Without any fault, a promise is broken: ${name}`)
  for (const { name, promise } of survived) console.error(`NOT NOTICED: ${name}. The promise: ${promise}`)
  const holds = crying.length + survived.length === 0
  print(holds ? `Chaos noticed all ${trials.length} faults.` : 'Chaos does not notice every fault.')
  if (holds && trials.length === mutants.length)
    recordFigure({
      command: 'npm run chaos -- --mutants',
      figure: `${trials.length} of ${trials.length} faults noticed`,
    })
  process.exit(holds ? 0 : 1)
}

const formatTable = (trials: Trial[], otherwise: string): string =>
  [
    ['run', 'noticed by', 'seconds'],
    ...trials.map(({ name, caughtBy, seconds }) => [name, caughtBy.join('; ') || otherwise, String(seconds)]),
  ]
    .map((cells) => cells.join(' | '))
    .join('\n')
