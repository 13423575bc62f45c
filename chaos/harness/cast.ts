import path from 'node:path'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { withConnection } from '#tests/helpers/with-connection.ts'
import { type Addressees, type Providers, startProviders } from '#tests/standins/providers.ts'
import type { Cast } from '../faults/fault.ts'
import type { ChaosOptions } from '../options/options.ts'
import { journalFlags } from '../oracle/journal.ts'
import { type Balancer, startBalancer } from '../processes/balancer.ts'
import { startDatabase } from '../processes/database.ts'
import { makeSecrets, toProcessEnv } from '../processes/environment.ts'
import { type ProcessOptions, type RunningProcess, startFastWorker, startServer } from '../processes/start-process.ts'
import type { FakeClock } from '../support/fake-clock.ts'
import { chooseServerPort } from '../support/server-port.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { Undo } from '../support/undo.ts'
import type { Person } from '../world/people.ts'
import type { World } from '../world/world.ts'
import { addRepliers } from './replies.ts'
import { storeWorld } from './store-world.ts'

export type StartedCast = Cast & {
  providers: Providers
  balancer: Balancer
  /** The server that links and webhooks name. */
  publicUrl: string
  administrator: TestUser
}

/** What goes wrong with the reports about messages. */
const reportFaults = { dropped: 0.05, tripled: 0.05, reordered: 0.1, beforeAnswer: 0.05 }

/** What goes wrong with calls to both providers, in addition to what the options say. */
const callFaults = {
  late: 0.05,
  slowBody: 0.02,
  hang: 0.002,
  hangAfter: 0.003,
  reset: 0.01,
  resetAfter: 0.01,
  cutBody: 0.01,
}

const toRate = (every: number) => (every > 0 ? 1 / every : 0)

function toFaultRates({
  refuseEvery,
  failEvery,
  failAfterEvery,
}: Pick<ChaosOptions, 'refuseEvery' | 'failEvery' | 'failAfterEvery'>) {
  const rates = {
    ...callFaults,
    busy: toRate(refuseEvery),
    fail: toRate(failEvery),
    failAfter: toRate(failAfterEvery),
  }
  const { failAfter: _never, ...smtp } = rates
  return { sendgrid: rates, twilio: rates, smtp }
}

/** The people whom the providers themselves report as stopped. */
function toAddressees(people: Person[]): Addressees {
  const where = (during: Person['during']) =>
    people
      .filter((person) => person.during === during)
      .flatMap(({ recipients }) => recipients.map(({ target }) => target))
  return {
    bounces: where('bounces'),
    complaints: where('complains'),
    repliesStop: where('replies STOP'),
    undeliverable: where('is undeliverable'),
  }
}

/**
 * Starts PostgreSQL with the people of the world, the providers, the servers and the workers.
 * @param clock lets the clocks of servers and workers jump
 */
export async function startCast(
  options: ChaosOptions,
  world: World,
  { undo, clock }: { undo: Undo; clock: FakeClock | undefined },
): Promise<StartedCast> {
  const clocks = makeTemporaryFolder('clocks')
  undo.push(async () => clocks.remove())
  const rooted = options.root === undefined ? {} : { root: options.root }
  const database = await startDatabase({ flags: journalFlags, tableOwner: 'county', ...rooted })
  undo.push(database.stop)
  const [url, ownerUrl] = [database.embedded.appUrl(), database.embedded.ownerUrl()]
  const feedKey = await storeWorld({ url, ownerUrl }, world)
  const administrator = await makeAdministrator(url)
  await database.asOwner((client) => addRepliers(client, options.replies))
  const ports: number[] = []
  while (ports.length < options.servers) ports.push(await chooseServerPort())
  const [publicPort = 0] = ports
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const balancer = startBalancer(addresses)
  undo.push(async () => balancer.stop())
  const providers = await startProviders({
    seed: options.seed,
    latencyMs: options.answerMs,
    faults: toFaultRates(options),
    limits: { retryAfter: options.retryAfterSeconds },
    callbacks: { rates: reportFaults, delayMs: options.reportDelayMs, toServer: balancer.next },
    addressees: toAddressees(world.people),
  })
  undo.push(providers.stop)

  const context = { url, providers, ports, rooted, clocks: clocks.path, clock, undo }
  const servers = await startProcesses('server', options, context)
  const workers = await startProcesses('worker', options, context)
  return {
    workers,
    servers,
    database,
    deliveryClock: options.deliveryClock,
    providers,
    balancer,
    addresses,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    feedKey,
    secrets: makeSecrets(),
    administrator,
  }
}

type ProcessContext = {
  url: string
  providers: Providers
  /** Of the servers. */
  ports: number[]
  rooted: { root?: string }
  /** The folder for files that set the clocks. */
  clocks: string
  clock: FakeClock | undefined
  undo: Undo
}

async function startProcesses(
  name: 'server' | 'worker',
  { servers, workers, email, deliveryClock }: ChaosOptions,
  { url, providers, ports, rooted, clocks, clock, undo }: ProcessContext,
): Promise<RunningProcess[]> {
  const kinds = {
    server: { count: servers, start: startServer },
    worker: { count: workers, start: (options: ProcessOptions) => startFastWorker(deliveryClock, options) },
  }
  const { count, start } = kinds[name]
  const [publicPort = 0] = ports
  const all: RunningProcess[] = []
  for (let place = 0; place < count; place++) {
    const clockFile = clock && path.join(clocks, `clock-of-${name}-${place}`)
    const env = {
      ...toProcessEnv(url, providers, { port: ports[place] ?? publicPort, publicPort }),
      ...providers.toEnv(email),
      ...(clockFile && clock?.toEnv(clockFile)),
    }
    const started = await start({ env, clockFile, ...rooted })
    undo.push(started.stop)
    all.push(started)
  }
  return all
}

const makeAdministrator = (url: string): Promise<TestUser> =>
  withConnection(url, ({ db }) => makeUser(db, { role: 'COUNTY' }))
