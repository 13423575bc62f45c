import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { makePopulation } from '#scripts/made-up/population.ts'
import { choosePort } from '#scripts/start/port.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { markRestoreReleased, readOpenRestore } from '#shared/node/domain/restore/restore.queries.ts'
import { restoreBackupAfter } from '#tests/helpers/restore-backup.ts'
import type { Entry } from '#tests/standins/provider.ts'
import { fillAlerts } from '../bench/support/fill.ts'
import { openFeed } from '../bench/support/records.ts'
import { toProcessEnv, type RunningProcess, startDatabase, startProcess, until } from './processes.ts'
import { startProviders } from './providers.ts'
import { type Breach, expectNotices, isMarkedAsPossibleDuplicate } from './reconcile.ts'
import { startRecorder } from './recorder.ts'
import { moveHalfToTexts } from './recipients.ts'

type RestoreOptions = {
  deliveries: number
  alerts: number
  answerMs: number
  deliveryClock: number
  seed: number
  print: (line: string) => void
}

type RestoreReport = {
  breaches: Breach[]
  /** Messages that the providers accepted after the backup. */
  sentSince: number
  /** Repeated messages: emails, each of which says so. */
  again: number
}

/**
 * Replaces the database with a backup taken during delivery, as README.md (Restore) describes: everything after it is
 * lost. The recorder posts everything again, staff release delivery, and the messages that the providers accepted
 * before and after are compared with what was promised.
 */
export async function runRestore(options: RestoreOptions): Promise<RestoreReport> {
  const { deliveries, alerts, deliveryClock, seed, print } = options
  const undo: (() => Promise<unknown>)[] = []
  try {
    const marks = fs.mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-marks-'))
    undo.push(async () => fs.rmSync(marks, { recursive: true, force: true }))
    const database = await startDatabase()
    undo.push(database.stop)
    const [url, ownerUrl] = [database.embedded.appUrl(), database.embedded.ownerUrl()]
    const population = makePopulation({ seed, targets: Math.min(alerts, 2_000) })
    await fillAlerts({ url, ownerUrl, drop: async () => {} }, population, alerts)
    await query(ownerUrl, moveHalfToTexts)
    const feed = await openFeed({ url, ownerUrl, drop: async () => {} }, 1)
    await feed.end()
    const providers = await startProviders({ ...options, refuseEvery: 0, failAfterEvery: 0 })
    undo.push(providers.stop)
    const ledger = (): Entry[] => [...providers.sendgrid.ledger, ...providers.twilio.ledger]

    const port = await choosePort('127.0.0.1', { wanted: 0 })
    const env = { ...toProcessEnv(url, providers, { port, publicPort: port }), STATE_DIR: marks }
    let running: RunningProcess[] = []
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
    // Half of the records come after the backup, no matter how fast the others are sent.
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
    await restoreBackupAfter(ownerUrl, async () => {
      atBackup = ledger().length
      backedUp = true
      const markedAt = await position()
      await posted
      await allSent()
      // Each process moves it every 5 s; a loss within that time goes unnoticed (README.md, Restore).
      await until('the mark has moved', async () => (await position()) > markedAt + 3)
      await stopAll()
    })
    const before = ledger().length
    print(`  the database was replaced by a backup: ${before - atBackup} messages were sent since`)
    await startAll()
    await post(deliveries)
    await until('everything is matched', async () => (await count('match_queue')) === 0)
    const whilePaused = ledger().slice(before)
    const noticed = await release(url)
    await allSent()

    const { notices } = expectNotices(population, deliveries)
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

/**
 * Staff release delivery.
 * @returns how the restore was detected; undefined if it was not
 */
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

const readIds = (entries: Entry[]) => entries.map(({ id }) => id)

/** Notices before and after the restore have different ids, so messages are identified by record and recipient. */
function compare(
  notices: Set<string>,
  ledger: Entry[],
  { noticed, whilePaused }: { noticed: string | undefined; whilePaused: Entry[] },
): Pick<RestoreReport, 'breaches' | 'again'> {
  const documents = new Set([...notices].map((notice) => notice.split(' to ')[0] ?? ''))
  const toDocumentId = ({ message }: Entry) =>
    JSON.stringify(message)
      .match(/[\w-]+/g)
      ?.find((word) => documents.has(word))
  const told = Map.groupBy(ledger, (entry) => `${toDocumentId(entry)} to ${entry.to}`)
  const again = [...told.values()].flatMap((all) => all.toSorted((one, other) => one.at - other.at).slice(1))
  const checks: [string, string[]][] = [
    ['a restore that nobody noticed', noticed === 'mark' ? [] : [String(noticed)]],
    ['messages sent before staff released delivery', readIds(whilePaused)],
    ['notices missed after a restore', [...notices].filter((notice) => !told.has(notice))],
    ['messages of no expected notice', [...told.keys()].filter((notice) => !notices.has(notice))],
    [
      'emails sent again after a restore that do not say so',
      readIds(again.filter((entry) => !isMarkedAsPossibleDuplicate(entry))),
    ],
    ['texts sent again after a restore', readIds(again.filter(({ to }) => to.startsWith('+')))],
  ]
  return {
    breaches: checks.map(([what, ids]) => ({ what, ids })).filter(({ ids }) => ids.length > 0),
    again: again.length,
  }
}
