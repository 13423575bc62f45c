import { Client } from 'pg'
import { choosePort } from '#scripts/start/port.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { makePopulation } from '#scripts/made-up/population.ts'
import { fillAlerts } from '../bench/support/fill.ts'
import { openFeed } from '../bench/support/records.ts'
import { startBalancer } from './balancer.ts'
import { faultsForRound, type FaultEvent, injectFaults, isOnlyGentleRestart } from './faults.ts'
import { toProcessEnv, type RunningProcess, startDatabase, startProcess, until } from './processes.ts'
import { startProviders } from './providers.ts'
import { type Breach, countFoundByLookUp, countInDoubt, reconcile } from './reconcile.ts'
import { startRecorder } from './recorder.ts'
import { addRepliers, repliesApplied, startReplies, unansweredReplies } from './replies.ts'
import { moveHalfToTexts } from './recipients.ts'
import { findLateUses, openSettings } from './setting-change.ts'

type ChaosOptions = {
  /** Messages to send, half by email and half by text. */
  deliveries: number
  /** How often each of the faults happens (./faults.ts). */
  rounds: number
  /** Number of servers and of workers on the shared database. */
  servers: number
  workers: number
  /** Restarts PostgreSQL cleanly instead of killing it; either way every connection breaks. */
  restartDatabase: boolean
  alerts: number
  /** How long the providers take to answer, in milliseconds. */
  answerMs: number
  /** A provider refuses every n-th call; 0 for never. */
  refuseEvery: number
  /** A provider answers every n-th call with 500 or 503 after accepting the message; 0 for never. */
  failAfterEvery: number
  /** Maximum number of texts that residents send to the county during the run. */
  replies: number
  /** Speeds up the delivery clock by this factor. */
  deliveryClock: number
  seed: number
  print: (line: string) => void
}

export const defaultChaosOptions: ChaosOptions = {
  deliveries: 2_000,
  rounds: 2,
  servers: 2,
  workers: 2,
  restartDatabase: false,
  alerts: 5_000,
  answerMs: 100,
  refuseEvery: 31,
  failAfterEvery: 37,
  replies: 600,
  deliveryClock: 600,
  seed: 1,
  print: () => {},
}

type ChaosReport = {
  breaches: Breach[]
  kills: FaultEvent[]
  deliveries: number
  messages: number
  texts: number
  duplicates: number
  markedDuplicates: number
  /** Texts in doubt that Twilio, when queried, reported as sent. */
  foundByLookUp: number
  repeatedCalls: number
  /** Those of them that failed while only a gentle restart was under way. */
  failedDuringGentleRestart: number
  /** Texts that residents sent, and how many of their webhooks failed. */
  written: number
  lostWebhooks: number
}

/**
 * Kills, pauses and restarts servers, workers and PostgreSQL while they work, while the providers fail now and then and
 * residents reply; then compares every promise with the result. Repairs nothing by hand.
 */
export async function runChaos(overrides: Partial<ChaosOptions> = {}): Promise<ChaosReport> {
  const options = { ...defaultChaosOptions, ...overrides }
  const { deliveries, rounds, alerts, deliveryClock, seed, print } = options
  const undo: (() => Promise<unknown>)[] = []
  const undoAll = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  const onInterrupt = () => void undoAll().finally(() => process.exit(130))
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt)
  try {
    const database = await startDatabase(options.restartDatabase ? 'SIGINT' : 'SIGKILL')
    undo.push(database.stop)
    const { embedded } = database
    const [url, ownerUrl] = [embedded.appUrl(), embedded.ownerUrl()]
    const population = makePopulation({ seed, targets: Math.min(alerts, 2_000) })
    await fillAlerts({ url, ownerUrl, drop: async () => {} }, population, alerts)
    await asOwner(ownerUrl, moveHalfToTexts)
    await asOwner(ownerUrl, (client) => addRepliers(client, options.replies))
    const feed = await openFeed({ url, ownerUrl, drop: async () => {} }, 1)
    const administrator = await makeUser(feed.db, { role: 'COUNTY' })
    await feed.end()

    const providers = await startProviders(options)
    undo.push(providers.stop)
    const { sendgrid, twilio } = providers
    const countTaken = () => sendgrid.ledger.length + twilio.ledger.length

    const ports: number[] = []
    while (ports.length < options.servers) ports.push(await choosePort('127.0.0.1', { wanted: 0 }))
    const [publicPort = 0] = ports
    const startAll = async (name: 'server' | 'worker', count: number, entry: string, args: string[] = []) => {
      const all: RunningProcess[] = []
      for (let place = 0; place < count; place++) {
        const env = toProcessEnv(url, providers, { port: ports[place] ?? publicPort, publicPort })
        const started = await startProcess(name, entry, { env, args })
        undo.push(started.stop)
        all.push(started)
      }
      return all
    }
    const servers = await startAll('server', options.servers, 'src-server/main.ts')
    const workers = await startAll('worker', options.workers, 'chaos/children/worker.ts', [String(deliveryClock)])
    const { restartDatabase } = options
    const faults = Array.from({ length: rounds }, (_, round) =>
      faultsForRound(round, { workers, servers, database, restartDatabase, deliveryClock }),
    ).flat()
    print(`${deliveries} deliveries, ${faults.length} faults …`)

    // Posting stays ahead of sending, so that every fault meets records and matches in progress, and committed calls
    // that wait for a free connection.
    const ahead = Math.max(200 * options.workers, Math.ceil(deliveries / 10))
    let abandoned = false
    undo.push(async () => void (abandoned = true))
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    const renameCounty = await openSettings(addresses, administrator)
    const balancer = startBalancer(addresses)
    undo.push(async () => balancer.stop())
    const replies = startReplies(twilio, {
      balancer,
      publicUrl: `http://127.0.0.1:${publicPort}`,
      most: options.replies,
    })
    undo.push(replies.end)
    const recorder = startRecorder(balancer, feed.key, {
      population,
      records: deliveries,
      mayPost: (posted) => until('sending goes on', () => abandoned || countTaken() + ahead > posted),
    })
    const happening = (async () => {
      await until('sending has begun', () => countTaken() > 0)
      const change = await renameCounty()
      return { change, kills: await injectFaults(faults, { taken: countTaken, deliveries, print }) }
    })()
    const [, { change, kills }] = await Promise.all([recorder.done, happening])

    const client = new Client({ connectionString: ownerUrl })
    await client.connect()
    undo.push(() => client.end())
    const countOpenWork = async () => {
      const { rows } = await client.query<{ left: number }>(
        `select (select count(*) from match_queue) + (select count(*) from delivery) as left`,
      )
      return rows[0]?.left ?? 0
    }
    await replies.end()
    const lastWritten = new Date()
    await until(
      'what residents wrote is read back and applied',
      () => repliesApplied(client, lastWritten),
      60_000,
    ).catch((error: Error) => print(error.message))
    // The reconciliation lists by id whatever is still open after this time.
    await until('all work is done', async () => (await countOpenWork()) === 0, 90_000).catch((error: Error) =>
      print(error.message),
    )
    await countInDoubt(client, kills)
    const ledger = [...sendgrid.ledger, ...twilio.ledger]
    const breaches = await reconcile({
      client,
      population,
      records: deliveries,
      answered: recorder.answered,
      provider: { ledger, breaches: [...sendgrid.breaches, ...twilio.breaches] },
      kills,
    })
    const { rows } = await client.query<{ marked: number }>(
      'select count(*) as marked from notice where possibly_twice',
    )
    const brokenOffGently = recorder.repeated.filter(({ at }) => isOnlyGentleRestart(kills, at))
    const byNotice = Map.groupBy(ledger, ({ notice }) => notice)
    return {
      breaches: [
        ...breaches,
        ...findLateUses(change, ledger),
        ...(brokenOffGently.length > 0
          ? [
              {
                what: 'calls failed while servers were restarted gently',
                ids: brokenOffGently.map(({ at }) => at.toISOString()),
              },
            ]
          : []),
        ...(await unansweredReplies(client, replies.written(), new Set(twilio.ledger.map(({ to }) => to)))),
      ],
      kills,
      deliveries,
      messages: ledger.length,
      texts: twilio.ledger.length,
      duplicates: byNotice.values().reduce((sum, messages) => sum + (messages.length > 1 ? 1 : 0), 0),
      markedDuplicates: rows[0]?.marked ?? 0,
      foundByLookUp: await countFoundByLookUp(client),
      repeatedCalls: recorder.repeated.length,
      failedDuringGentleRestart: brokenOffGently.length,
      written: replies.written(),
      lostWebhooks: replies.lost(),
    }
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
    await undoAll()
  }
}

async function asOwner(ownerUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
