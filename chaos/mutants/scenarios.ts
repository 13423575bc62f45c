import { runChaos } from '../harness/chaos.ts'
import type { ChaosOptions } from '../options/options.ts'
import type { Breach } from '../oracle/check.ts'
import { findObstacle, runRolling } from '../rolling/rolling.ts'
import { ownRoot } from '../support/own-root.ts'

/** Half a minute, or less. */
const short: Partial<ChaosOptions> = {
  records: 300,
  feeds: { crowd: 0, cutOff: 0, changing: 0 },
  alerts: 600,
  replies: 8,
  faults: {},
  servers: 1,
  answerMs: 50,
  endsWithinMs: 60_000,
  chainWithinMs: 60_000,
}

/** The seed, the folder of the program if it is not this one, and how long all work may take to end. */
export type Where = { seed: number; root?: string } & Partial<Pick<ChaosOptions, 'endsWithinMs' | 'chainWithinMs'>>

type Scenario = {
  /** @returns what was found broken */
  run(where: Where): Promise<Breach[]>
  /** @returns why it cannot run here, or null */
  findObstacle?(): Promise<string | null>
}

const chaos = (options: Partial<ChaosOptions>): Scenario => ({
  run: async (where) => (await runChaos({ ...short, ...options, ...where })).breaches,
})

/** Servers and workers stop and start behind HAProxy, under a feed alone. */
const rolling: Scenario = {
  run: async ({ seed, root = ownRoot }) =>
    (await runRolling({ seed, root, recordsPerSecond: 25, browsers: false })).breaches,
  findObstacle,
}

/**
 * The run that gives a mutant the chance to do harm. The unchanged product keeps every promise in each. A mutant that
 * loses records ends the progress that a second fault would wait for, so such faults happen once.
 */
const scenarios = {
  // Often enough that several messages meet each failure, whichever ids the failures are drawn for. A report that
  // arrives first ends a notice whose call failed: on a busy machine, no notice would be called again.
  'nothing but the providers fails': chaos({ failEvery: 8, failAfterEvery: 8, reportDelayMs: 2_000 }),
  'workers are killed': chaos({ records: 600, answerMs: 300, failAfterEvery: 12, faults: { 'worker-killed': 1 } }),
  // More calls than run concurrently, so that some are committed and not begun.
  'workers are paused': chaos({ records: 600, answerMs: 800, faults: { 'worker-stalled': 3 } }),
  // Few people and slow calls, so that a resident who stops has notices that wait for seconds.
  'people stop while their notices wait': chaos({ records: 500, alerts: 160, answerMs: 800, workers: 1 }),
  'connections end again and again': chaos({ records: 600, faults: { 'connections-unsteady': 1 } }),
  'servers restart in turn': chaos({ servers: 2, faults: { 'servers-restarted': 3 } }),
  'servers and workers are replaced behind a proxy': rolling,
  'the database is killed': chaos({ faults: { 'postgres-killed': 1 } }),
  // A second and a half on the clock of delivery.
  'providers ask for a long wait': chaos({ refuseEvery: 30, retryAfterSeconds: 900 }),
  // One worker and slow calls, so that some restrictions meet notices that wait.
  'records change and become restricted': chaos({
    records: 200,
    feeds: { crowd: 0, cutOff: 0, changing: 120 },
    answerMs: 400,
    workers: 1,
  }),
  'a record kills its workers': chaos({ faults: { 'deadly-record': 1 } }),
  'a worker hangs': chaos({ faults: { 'worker-hung': 1 } }),
  'providers reset connections': chaos({ faults: { 'providers-reset': 1, 'providers-reset-after': 1 } }),
  'providers refuse the county': chaos({ faults: { 'providers-refuse-county': 1, 'providers-refuse-alike': 1 } }),
  // Slow enough that late reports about a refused call meet a notice that waits for its next.
  'providers refuse the county in reports': chaos({ deliveryClock: 300, faults: { 'providers-refuse-later': 1 } }),
  // The first of them meets feeds that have more to post.
  'matching waits for a lock': chaos({ records: 600, faults: { 'keys-locked': 3 } }),
  // Reports come so late that texts in doubt are looked for first, by a worker that uses the new secret.
  'APP_SECRET changes': chaos({
    records: 600,
    answerMs: 300,
    failAfterEvery: 12,
    servers: 2,
    reportDelayMs: 10_000,
    faults: { 'secret-changed': 1 },
  }),
  'the disk of a backup fills': chaos({ faults: { 'backup-disk-full': 1 } }),
  'tables of others stand beside ours': chaos({ faults: { 'others-tables': 1 } }),
  "a recorder's clock is wrong": chaos({ faults: { 'recorders-clock': 1 } }),
  // The second of them is that of records.
  'the disk is full': chaos({ faults: { 'disk-full': 2 } }),
  'work rows are lost': chaos({ answerMs: 300, faults: { 'work-rows-lost': 1 } }),
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

export const getScenario = (name: ScenarioName): Scenario => scenarios[name]
