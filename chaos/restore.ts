import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { makePopulation } from '#scripts/made-up/population.ts'
import { choosePort } from '#scripts/start/port.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { markRestoreReleased, readOpenRestore } from '#shared/node/domain/restore/restore.queries.ts'
import { losingWhatFollows } from '#tests/helpers/restore-backup.ts'
import type { Entry } from '#tests/standins/provider.ts'
import { fillAlerts } from '../bench/support/fill.ts'
import { openFeed } from '../bench/support/records.ts'
import { environment, type Running, startDatabase, startProcess, until } from './processes.ts'
import { startProviders } from './providers.ts'
import { type Breach, expectations, saysTwice } from './reconcile.ts'
import { startRecorder } from './recorder.ts'
import { tellHalfByText } from './residents.ts'

type RestoreOptions = {
  deliveries: number
  alerts: number
  answerMs: number
  deliveryClock: number
  seed: number
  say: (line: string) => void
}

export type RestoreReport = {
  breaches: Breach[]
  /** Messages that the providers took after the backup. */
  sentSince: number
  /** Messages that came again: emails, each of which says so. */
  again: number
}

/**
 * The database is replaced by a backup that was taken amid delivery, as README.md (Restore) says it is done: all that
 * followed is lost with it. The recorder posts everything again, staff release delivery, and what the providers took
 * before and after is compared with what was promised.
 */
export async function runRestore(options: RestoreOptions): Promise<RestoreReport> {
  const { deliveries, alerts, deliveryClock, seed, say } = options
  const undo: (() => Promise<unknown>)[] = []
  try {
    const marks = fs.mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-marks-'))
    undo.push(async () => fs.rmSync(marks, { recursive: true, force: true }))
    const database = await startDatabase()
    undo.push(database.stop)
    const [url, ownerUrl] = [database.embedded.appUrl(), database.embedded.ownerUrl()]
    const population = makePopulation({ seed, targets: Math.min(alerts, 2_000) })
    await fillAlerts({ url, ownerUrl, drop: async () => {} }, population, alerts)
    await query(ownerUrl, tellHalfByText)
    const feed = await openFeed({ url, ownerUrl, drop: async () => {} }, 1)
    await feed.end()
    const providers = await startProviders({ ...options, refuseEach: 0, failAfterEach: 0 })
    undo.push(providers.stop)
    const ledger = (): Entry[] => [...providers.sendgrid.ledger, ...providers.twilio.ledger]

    const port = await choosePort('127.0.0.1', { wanted: 0 })
    const env = { ...environment(url, providers, { port, publicPort: port }), STATE_DIR: marks }
    let running: Running[] = []
    const stopAll = async () => void (await Promise.all(running.splice(0).map((one) => one.stop())))
    undo.push(stopAll)
    const startAll = async () => {
      running = [
        await startProcess('server', 'src-server/main.ts', { env }),
        await startProcess('worker', 'chaos/children/worker.ts', { env, args: [String(deliveryClock)] }),
        await startProcess('worker', 'chaos/children/worker.ts', { env, args: [String(deliveryClock)] }),
      ]
    }
    let backedUp = false
    // The one half comes after the backup, however fast the other is sent.
    const post = (records: number) =>
      startRecorder({ next: () => `http://127.0.0.1:${port}` }, feed.key, {
        population,
        records,
        mayPost: (posted) => until('the backup is taken', () => backedUp || posted < deliveries / 2),
      }).done
    const count = (from: string) => figure(ownerUrl, `select count(*) as figure from ${from}`)
    const position = () => figure(ownerUrl, 'select position as figure from database_mark')
    const allSent = () =>
      until('all work is done', async () => (await count('match_queue')) + (await count('delivery')) === 0)

    await startAll()
    const posted = post(deliveries)
    posted.catch(() => {}) // Awaited below.
    await until('sending has begun', () => ledger().length > deliveries / 10)
    let atBackup = 0
    await losingWhatFollows(ownerUrl, async () => {
      atBackup = ledger().length
      backedUp = true
      const markedAt = await position()
      await posted
      await allSent()
      // Each process moves it every 5 s; what is lost within that time nobody notices by the marks (README.md, Restore).
      await until('the mark has moved', async () => (await position()) > markedAt + 3)
      await stopAll()
    })
    const before = ledger().length
    say(`  the database was replaced by a backup: ${before - atBackup} messages were sent since`)
    await startAll()
    await post(deliveries)
    await until('everything is matched', async () => (await count('match_queue')) === 0)
    const whilePaused = ledger().slice(before)
    const noticed = await release(url)
    await allSent()

    const { notices } = expectations(population, deliveries)
    return { sentSince: before - atBackup, ...compare(notices, ledger(), { noticed, whilePaused }) }
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

async function query<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const figure = (ownerUrl: string, sql: string): Promise<number> =>
  query(ownerUrl, async (client) => Number((await client.query<{ figure: string }>(sql)).rows[0]?.figure))

/** Staff release delivery. @returns by what the restore was noticed; undefined where nobody noticed it */
async function release(url: string): Promise<string | undefined> {
  const { db, end } = connect(url, { max: 1 })
  try {
    const restore = await readOpenRestore(db)
    if (restore)
      await db.transaction().execute((tx) => markRestoreReleased(tx, restore.id, { id: 1, username: 'staff' }))
    return restore?.noticed_by
  } finally {
    await end()
  }
}

const idsOf = (entries: Entry[]) => entries.map(({ id }) => id)

/** Notices of before and after the restore have ids of their own: messages are known by the record and by whom they reach. */
function compare(
  notices: Set<string>,
  ledger: Entry[],
  { noticed, whilePaused }: { noticed: string | undefined; whilePaused: Entry[] },
): Pick<RestoreReport, 'breaches' | 'again'> {
  const documents = new Set([...notices].map((notice) => notice.split(' to ')[0] ?? ''))
  const documentOf = ({ message }: Entry) =>
    JSON.stringify(message)
      .match(/[\w-]+/g)
      ?.find((word) => documents.has(word))
  const told = Map.groupBy(ledger, (entry) => `${documentOf(entry)} to ${entry.to}`)
  const again = [...told.values()].flatMap((all) => all.toSorted((one, other) => one.at - other.at).slice(1))
  const checks: [string, string[]][] = [
    ['a restore that nobody noticed', noticed === 'mark' ? [] : [String(noticed)]],
    ['messages sent before staff released delivery', idsOf(whilePaused)],
    ['notices missed after a restore', [...notices].filter((notice) => !told.has(notice))],
    ['messages of no expected notice', [...told.keys()].filter((notice) => !notices.has(notice))],
    ['emails sent again after a restore that do not say so', idsOf(again.filter((entry) => !saysTwice(entry)))],
    ['texts sent again after a restore', idsOf(again.filter(({ to }) => to.startsWith('+')))],
  ]
  return {
    breaches: checks.map(([what, ids]) => ({ what, ids })).filter(({ ids }) => ids.length > 0),
    again: again.length,
  }
}
