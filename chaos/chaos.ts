import { Client } from 'pg'
import { choosePort } from '#scripts/start/port.ts'
import { startSendgrid } from '#tests/standins/sendgrid.ts'
import { makePopulation } from '#scripts/made-up/population.ts'
import { fillAlerts } from '../bench/support/fill.ts'
import { openFeed } from '../bench/support/records.ts'
import { environment, startDatabase, startProcess, until, type Victim } from './processes.ts'
import { type Breach, countDoubts, type Kill, reconcile } from './reconcile.ts'
import { startRecorder } from './recorder.ts'

export type ChaosOptions = {
  /** Messages to be sent. */
  deliveries: number
  /** How often each of the three is killed. */
  rounds: number
  alerts: number
  /** How long the provider takes to answer, in milliseconds. */
  answerMs: number
  /** Each so many calls the provider sends one away; 0 for none. */
  refuseEach: number
  /** Quarter hours of doubt pass this many times faster. */
  deliveryClock: number
  seed: number
  say: (line: string) => void
}

export const usualChaos: ChaosOptions = {
  deliveries: 2_000,
  rounds: 2,
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
  twice: number
  marked: number
  repeatedCalls: number
}

/**
 * Server, worker and PostgreSQL at work, killed in turn in the middle of it; then everything promised is compared with
 * what came of it. Nothing is killed gently, and nothing is put right by hand.
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
    const database = await startDatabase()
    undo.push(database.stop)
    const { embedded } = database
    const [url, ownerUrl] = [embedded.appUrl(), embedded.ownerUrl()]
    const population = makePopulation({ seed, targets: Math.min(alerts, 2_000) })
    await fillAlerts({ url, ownerUrl, drop: async () => {} }, population, alerts)
    const feed = await openFeed({ url, ownerUrl, drop: async () => {} }, 1)
    await feed.end()

    // It takes what was sent even where the sender is killed before the answer, and its ledger survives every kill.
    const provider = await startSendgrid({ latencyMs: answerMs })
    undo.push(provider.stop)
    if (refuseEach > 0) provider.fail({ fault: { status: 503, retryAfter: 1 }, every: refuseEach })
    const port = await choosePort('127.0.0.1', { wanted: 0 })
    const env = environment(url, provider, port)
    const server = await startProcess('server', 'src-server/main.ts', { env })
    undo.push(server.stop)
    const worker = await startProcess('worker', 'chaos/children/worker.ts', { env, args: [String(deliveryClock)] })
    undo.push(worker.stop)
    say(`${deliveries} deliveries, ${3 * rounds} kills …`)

    const victims: Victim[] = Array.from({ length: rounds }, () => [worker, server, database]).flat()
    // Posting keeps a little ahead of sending, so that every kill meets records, matches and calls on their way.
    const ahead = Math.max(100, Math.ceil(deliveries / 10))
    let abandoned = false
    undo.push(async () => void (abandoned = true))
    const recorder = startRecorder(`http://127.0.0.1:${port}`, feed.key, {
      population,
      records: deliveries,
      mayPost: (posted) => until('sending goes on', () => abandoned || provider.ledger.length + ahead > posted),
    })
    const kills: Kill[] = []
    const killing = (async () => {
      for (const [place, victim] of victims.entries()) {
        const due = Math.floor((deliveries * (place + 0.5)) / (victims.length + 0.5))
        await until(`${due} messages before the kill of the ${victim.name}`, () => provider.ledger.length >= due)
        kills.push({ victim: victim.name, at: new Date(), inDoubt: 0, acceptedSoFar: provider.ledger.length })
        await victim.killAndRestart()
        say(`  ${victim.name} killed after ${due} messages and back`)
      }
    })()
    await Promise.all([recorder.done, killing])

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
    const breaches = await reconcile({
      client,
      population,
      records: deliveries,
      answered: recorder.answered,
      provider,
      kills,
    })
    const { rows } = await client.query<{ marked: number }>(
      'select count(*) as marked from notice where possibly_twice',
    )
    const byNotice = Map.groupBy(provider.ledger, ({ notice }) => notice)
    return {
      breaches,
      kills,
      deliveries,
      messages: provider.ledger.length,
      twice: byNotice.values().reduce((sum, messages) => sum + (messages.length > 1 ? 1 : 0), 0),
      marked: rows[0]?.marked ?? 0,
      repeatedCalls: recorder.repeated(),
    }
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await undoAll()
  }
}
