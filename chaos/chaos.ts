import { Client } from 'pg'
import { choosePort } from '#scripts/start/port.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { makePopulation } from '#scripts/made-up/population.ts'
import { fillAlerts } from '../bench/support/fill.ts'
import { openFeed } from '../bench/support/records.ts'
import { startBalancer } from './balancer.ts'
import { faultsOfRound, type Kill, letHappen, onlyGentle } from './faults.ts'
import { environment, type Running, startDatabase, startProcess, until } from './processes.ts'
import { startProviders } from './providers.ts'
import { type Breach, countAsked, countDoubts, reconcile } from './reconcile.ts'
import { startRecorder } from './recorder.ts'
import { addRepliers, repliesApplied, startReplies, unansweredReplies } from './replies.ts'
import { tellHalfByText } from './residents.ts'
import { lateWith, openSettings } from './setting.ts'

export type ChaosOptions = {
  /** Messages to be sent, the one half by email, the other by text. */
  deliveries: number
  /** How often each of the faults happens (./faults.ts). */
  rounds: number
  /** Servers, and workers, on the one database. */
  servers: number
  workers: number
  /** PostgreSQL is restarted in good order in place of killed: it breaks off every connection all the same. */
  restartDatabase: boolean
  alerts: number
  /** How long the providers take to answer, in milliseconds. */
  answerMs: number
  /** Each so many calls a provider sends one away; 0 for none. */
  refuseEach: number
  /** Each so many calls a provider answers 500 or 503 after it took the message; 0 for none. */
  failAfterEach: number
  /** Texts at most that residents write to the county meanwhile. */
  replies: number
  /** Quarter hours of doubt pass this many times faster. */
  deliveryClock: number
  seed: number
  say: (line: string) => void
}

export const usualChaos: ChaosOptions = {
  deliveries: 2_000,
  rounds: 2,
  servers: 2,
  workers: 2,
  restartDatabase: false,
  alerts: 5_000,
  answerMs: 100,
  refuseEach: 31,
  failAfterEach: 37,
  replies: 600,
  deliveryClock: 600,
  seed: 1,
  say: () => {},
}

export type ChaosReport = {
  breaches: Breach[]
  kills: Kill[]
  deliveries: number
  messages: number
  texts: number
  twice: number
  marked: number
  /** Texts in doubt that Twilio, asked, knew to be sent. */
  asked: number
  repeatedCalls: number
  /** Of these, the ones that failed while nothing but a gentle restart was under way. */
  brokenOffGently: number
  /** Texts that residents wrote, and of those the ones whose webhook failed. */
  written: number
  lostWebhooks: number
}

/**
 * Servers, workers and PostgreSQL at work, killed, paused and restarted in turn in the middle of it, while the providers
 * fail now and then and residents reply; then everything promised is compared with what came of it. Nothing is put right
 * by hand.
 */
export async function runChaos(given: Partial<ChaosOptions> = {}): Promise<ChaosReport> {
  const options = { ...usualChaos, ...given }
  const { deliveries, rounds, alerts, deliveryClock, seed, say } = options
  const undo: (() => Promise<unknown>)[] = []
  const undoAll = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  const interrupted = () => void undoAll().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    const database = await startDatabase(options.restartDatabase ? 'SIGINT' : 'SIGKILL')
    undo.push(database.stop)
    const { embedded } = database
    const [url, ownerUrl] = [embedded.appUrl(), embedded.ownerUrl()]
    const population = makePopulation({ seed, targets: Math.min(alerts, 2_000) })
    await fillAlerts({ url, ownerUrl, drop: async () => {} }, population, alerts)
    await asOwner(ownerUrl, tellHalfByText)
    await asOwner(ownerUrl, (client) => addRepliers(client, options.replies))
    const feed = await openFeed({ url, ownerUrl, drop: async () => {} }, 1)
    const administrator = await makeUser(feed.db, { role: 'COUNTY' })
    await feed.end()

    const providers = await startProviders(options)
    undo.push(providers.stop)
    const { sendgrid, twilio } = providers
    const taken = () => sendgrid.ledger.length + twilio.ledger.length

    const ports: number[] = []
    while (ports.length < options.servers) ports.push(await choosePort('127.0.0.1', { wanted: 0 }))
    const [publicPort = 0] = ports
    const startAll = async (name: 'server' | 'worker', count: number, entry: string, args: string[] = []) => {
      const all: Running[] = []
      for (let place = 0; place < count; place++) {
        const env = environment(url, providers, { port: ports[place] ?? publicPort, publicPort })
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
      faultsOfRound(round, { workers, servers, database, restartDatabase, deliveryClock }),
    ).flat()
    say(`${deliveries} deliveries, ${faults.length} faults …`)

    // Posting keeps ahead of sending, so that every fault meets records and matches on their way, and calls that each
    // worker has committed and that wait for a place.
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
      mayPost: (posted) => until('sending goes on', () => abandoned || taken() + ahead > posted),
    })
    const happening = (async () => {
      await until('sending has begun', () => taken() > 0)
      const change = await renameCounty()
      return { change, kills: await letHappen(faults, { taken, deliveries, say }) }
    })()
    const [, { change, kills }] = await Promise.all([recorder.done, happening])

    const client = new Client({ connectionString: ownerUrl })
    await client.connect()
    undo.push(() => client.end())
    const left = async () => {
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
    ).catch((error: Error) => say(error.message))
    // What does not end in this time is told by the reconciling, with its ids.
    await until('all work is done', async () => (await left()) === 0, 90_000).catch((error: Error) =>
      say(error.message),
    )
    await countDoubts(client, kills)
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
    const brokenOffGently = recorder.repeated.filter(({ at }) => onlyGentle(kills, at))
    const byNotice = Map.groupBy(ledger, ({ notice }) => notice)
    return {
      breaches: [
        ...breaches,
        ...lateWith(change, ledger),
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
      twice: byNotice.values().reduce((sum, messages) => sum + (messages.length > 1 ? 1 : 0), 0),
      marked: rows[0]?.marked ?? 0,
      asked: await countAsked(client),
      repeatedCalls: recorder.repeated.length,
      brokenOffGently: brokenOffGently.length,
      written: replies.written(),
      lostWebhooks: replies.lost(),
    }
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
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
