import { copyProduct } from './copy-product.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { getScenario, type ScenarioName, type Where } from './scenarios.ts'

/** How the run of a mutant, or of the unchanged product, ended. */
export type Trial = {
  name: string
  /** The promises that were found broken, with how often; none if the mutant survived. */
  caughtBy: string[]
  seconds: number
}

type MutantsReport = {
  /** The unchanged product in each scenario. Where it already breaks a promise, mutants prove nothing and are not run. */
  baselines: Trial[]
  trials: Trial[]
  /** Mutants whose scenario cannot run here. */
  skipped: { name: string; why: string }[]
}

/** The mutants whose name, or the name of whose scenario, contains `part`. */
export const findMutants = (part = ''): Mutant[] =>
  mutants.filter(({ name, scenario }) => name.includes(part) || scenario.includes(part))

/**
 * Runs each scenario with the unchanged product, then each mutant in a copy of its own: one at a time, since they share
 * the cores.
 * @throws Error if a run cannot be carried out; that does not prove that the mutant was noticed
 */
export async function runMutants(
  chosen: Mutant[],
  { print, ...where }: Where & { print: (line: string) => void },
): Promise<MutantsReport> {
  const { possible, skipped } = await findPossible(chosen)
  for (const { name, why } of skipped) print(`Skipped: ${name}. ${why}`)
  const baselines: Trial[] = []
  const crying = new Set<ScenarioName>()
  for (const scenario of new Set(possible.map((mutant) => mutant.scenario))) {
    print(`The unchanged program, while ${scenario} …`)
    const trial = await tryScenario(`the unchanged program, while ${scenario}`, scenario, where)
    if (trial.caughtBy.length > 0) crying.add(scenario)
    baselines.push(trial)
    print(`  ${trial.caughtBy.join('; ') || 'kept every promise'} (${trial.seconds} s)`)
  }
  const trials: Trial[] = []
  for (const mutant of possible.filter(({ scenario }) => !crying.has(scenario))) {
    print(`${mutant.name} …`)
    const trial = await tryMutant(mutant, where)
    trials.push(trial)
    print(`  ${trial.caughtBy.join('; ') || 'SURVIVED'} (${trial.seconds} s)`)
  }
  return { baselines, trials, skipped }
}

/** Leaves out what needs a program that is not installed and cannot be. */
async function findPossible(chosen: Mutant[]): Promise<{ possible: Mutant[] } & Pick<MutantsReport, 'skipped'>> {
  const obstacles = new Map<ScenarioName, string>()
  for (const scenario of new Set(chosen.map((mutant) => mutant.scenario))) {
    const obstacle = (await getScenario(scenario).findObstacle?.()) ?? null
    if (obstacle !== null) obstacles.set(scenario, obstacle)
  }
  return {
    possible: chosen.filter(({ scenario }) => !obstacles.has(scenario)),
    skipped: chosen.flatMap(({ name, scenario }) => {
      const why = obstacles.get(scenario)
      return why === undefined ? [] : [{ name, why }]
    }),
  }
}

async function tryMutant(mutant: Mutant, where: Where): Promise<Trial> {
  const copy = copyProduct(mutant)
  try {
    return await tryScenario(mutant.name, mutant.scenario, { ...where, root: copy.root })
  } catch (error) {
    throw new Error(`The fault '${mutant.name}' could not be tried.`, { cause: error })
  } finally {
    copy.remove()
  }
}

async function tryScenario(name: string, scenario: ScenarioName, where: Where): Promise<Trial> {
  const begun = performance.now()
  const breaches = await getScenario(scenario).run(where)
  return {
    name,
    caughtBy: breaches.map(({ what, ids }) => `${what} (${ids.length})`),
    seconds: Math.round((performance.now() - begun) / 1000),
  }
}
