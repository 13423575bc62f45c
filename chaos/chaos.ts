import { Client } from 'pg'
import { choosePort } from '#scripts/start/port.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio } from '#tests/standins/twilio.ts'
import { makePopulation } from '#scripts/made-up/population.ts'
import { fillAlerts } from '../bench/support/fill.ts'
import { openFeed } from '../bench/support/records.ts'
import { environment, startDatabase, startProcess, until, type Victim } from './processes.ts'
import { type Breach, countAsked, countDoubts, type Kill, reconcile } from './reconcile.ts'
import { startRecorder } from './recorder.ts'
import { tellHalfByText } from './residents.ts'
import { lateWith, openSettings } from './setting.ts'

export type ChaosOptions = {
  /** Messages to be sent, the one half by email, the other by text. */
  deliveries: number
  /** How often one of each of the three is killed. */
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
  /** Quarter hours of doubt pass this many times faster. */
  deliveryClock: number
  seed: number
  say: (line: string) => void
}

export const usualChaos: ChaosOptions = {
  deliveries: 2_000,
  rounds: 2,
  servers: 1,
  workers: 1,
  restartDatabase: false,
  alerts: 5_000,
  answerMs: 100,
  refuseEach: 31,
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
}

/**
 * Servers, workers and PostgreSQL at work, killed in turn in the middle of it; then everything promised is compared
 * with what came of it. Nothing is put right by hand, and nothing is killed gently but PostgreSQL where `restartDatabase`
 * says so.
 */
export async function runChaos(given: Partial<ChaosOptions> = {}): Promise<ChaosReport> {
  const options = { ...usualChaos, ...given }
  const { deliveries, rounds, alerts, answerMs, refuseEach, deliveryClock, seed, say } = options
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
    const feed = await openFeed({ url, ownerUrl, drop: async () => {} }, 1)
    const administrator = await makeUser(feed.db, { role: 'COUNTY' })
    await feed.end()

    // They take what was sent even where the sender is killed before the answer, and their ledgers survive every kill.
    const providers = {
      sendgrid: await startSendgrid({ latencyMs: answerMs }),
      twilio: await startTwilio({ latencyMs: answerMs }),
    }
    for (const provider of Object.values(providers)) {
      undo.push(provider.stop)
      if (refuseEach > 0) provider.fail({ fault: { status: 503, retryAfter: 1 }, every: refuseEach })
    }
    const { sendgrid, twilio } = providers
    const taken = () => sendgrid.ledger.length + twilio.ledger.length

    const ports: number[] = []
    while (ports.length < options.servers) ports.push(await choosePort('127.0.0.1', { wanted: 0 }))
    const [publicPort = 0] = ports
    const startAll = async (name: 'server' | 'worker', count: number, entry: string, args: string[] = []) => {
      const all: Victim[] = []
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
    say(`${deliveries} deliveries, ${3 * rounds} kills …`)

    const victims = Array.from({ length: rounds }, (_, round) =>
      [workers[round % workers.length], servers[round % servers.length], database].filter((one) => one !== undefined),
    ).flat()
    // Posting keeps a little ahead of sending, so that every kill meets records, matches and calls on their way.
    const ahead = Math.max(100, Math.ceil(deliveries / 10))
    let abandoned = false
    undo.push(async () => void (abandoned = true))
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    const renameCounty = await openSettings(addresses, administrator)
    const recorder = startRecorder(addresses, feed.key, {
      population,
      records: deliveries,
      mayPost: (posted) => until('sending goes on', () => abandoned || taken() + ahead > posted),
    })
    const kills: Kill[] = []
    const killing = (async () => {
      await until('sending has begun', () => taken() > 0)
      const change = await renameCounty()
      const from = taken()
      // The next kill does not wait until the one before is made good; the same victim has to be back for it.
      const restarts = new Map<Victim, Promise<void>>()
      for (const [place, victim] of victims.entries()) {
        const due = from + Math.floor(((deliveries - from) * (place + 0.5)) / (victims.length + 0.5))
        await until(`${due} messages before the kill of the ${victim.name}`, () => taken() >= due)
        await restarts.get(victim)
        kills.push({ victim: victim.name, ended: victim.ended, at: new Date(), inDoubt: 0, acceptedSoFar: taken() })
        const restart = victim
          .killAndRestart()
          .then(() => say(`  ${victim.name} ${victim.ended} after ${due} messages and back`))
        restart.catch(() => {}) // Awaited below.
        restarts.set(victim, restart)
      }
      await Promise.all(restarts.values())
      return change
    })()
    const [, change] = await Promise.all([recorder.done, killing])

    const client = new Client({ connectionString: ownerUrl })
    await client.connect()
    undo.push(() => client.end())
    const left = async () => {
      const { rows } = await client.query<{ left: number }>(
        `select (select count(*) from match_queue) + (select count(*) from delivery) as left`,
      )
      return rows[0]?.left ?? 0
    }
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
    const byNotice = Map.groupBy(ledger, ({ notice }) => notice)
    return {
      breaches: [...breaches, ...lateWith(change, ledger)],
      kills,
      deliveries,
      messages: ledger.length,
      texts: twilio.ledger.length,
      twice: byNotice.values().reduce((sum, messages) => sum + (messages.length > 1 ? 1 : 0), 0),
      marked: rows[0]?.marked ?? 0,
      asked: await countAsked(client),
      repeatedCalls: recorder.repeated(),
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
