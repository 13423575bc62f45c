import { makePopulation } from '#scripts/made-up/population.ts'
import { markRestoreReleased, readOpenRestore } from '#shared/node/domain/restore/restore.queries.ts'
import { restoreBackupAfter } from '#tests/helpers/restore-backup.ts'
import { restoreByCommandsAfter } from '#tests/helpers/restore-by-commands.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { withConnection } from '#tests/helpers/with-connection.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import { startProviders } from '#tests/standins/providers.ts'
import { fillAlerts } from '../../bench/support/fill.ts'
import { openFeed } from '../../bench/support/records.ts'
import { startRecorder } from '../feeds/recorder.ts'
import { type Breach, onlyBroken } from '../oracle/check.ts'
import { isMarkedAsPossibleDuplicate } from '../oracle/messages.ts'
import { startDatabase } from '../processes/database.ts'
import { toProcessEnv } from '../processes/environment.ts'
import { type RunningProcess, startFastWorker, startServer } from '../processes/start-process.ts'
import { chooseServerPort } from '../support/server-port.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { runAndUndo, type Undo } from '../support/undo.ts'
import { until } from '../support/until.ts'
import { expectNotices, moveHalfToTexts } from '../world/recipients.ts'

type RestoreOptions = {
  deliveries: number
  alerts: number
  answerMs: number
  deliveryClock: number
  seed: number
  print: (line: string) => void
  /** How the backup is made and restored; by default as a file of `pg_dump` would be, which only the marks reveal. */
  by?: 'copy' | 'commands'
}

const ways = {
  copy: { restoreAfter: restoreBackupAfter, noticedBy: 'mark' },
  commands: { restoreAfter: restoreByCommandsAfter, noticedBy: 'command' },
} as const

type RestoreReport = {
  breaches: Breach[]
  /** Messages that the providers accepted after the backup. */
  sentSince: number
  /** Repeated messages: emails, each of which says so. */
  again: number
}

/**
 * Replaces the database with a backup taken during delivery, as docs/operations.md (Restore) describes: everything after
 * it is lost. The recorder posts everything again, staff release delivery, and the messages that the providers accepted
 * before and after are compared with what was promised.
 */
export function runRestore(options: RestoreOptions): Promise<RestoreReport> {
  return runAndUndo((undo) => run(options, undo))
}

async function run(options: RestoreOptions, undo: Undo): Promise<RestoreReport> {
  const { deliveries, print, by = 'copy' } = options
  const { url, ownerUrl, population, ledger, post, startAll, stopAll } = await openCounty(options, undo)
  const count = (from: string) => figure(ownerUrl, `select count(*) as figure from ${from}`)
  const position = () => figure(ownerUrl, 'select position as figure from database_mark')
  const allSent = () =>
    until('all work is done', async () => (await count('match_queue')) + (await count('delivery')) === 0)

  await startAll()
  let isBackedUp = false
  // Half of the records are posted after the backup, no matter how fast the others are sent.
  const posted = post((soFar) => until('the backup is taken', () => isBackedUp || soFar < deliveries / 2))
  posted.catch(() => {}) // Awaited below.
  await until('sending has begun', () => ledger().length > deliveries / 10)
  let atBackup = 0
  const { restoreAfter, noticedBy } = ways[by]
  await restoreAfter(ownerUrl, async () => {
    atBackup = ledger().length
    isBackedUp = true
    const markedAt = await position()
    await posted
    await allSent()
    // Each process moves it every 5 s; a loss within that time goes unnoticed (docs/operations.md, Restore).
    await until('the mark has moved', async () => (await position()) > markedAt + 3)
    await stopAll()
  })
  const before = ledger().length
  print(`  the database was replaced by a backup: ${before - atBackup} messages were sent since`)
  await startAll()
  await post()
  await until('everything is matched', async () => (await count('match_queue')) === 0)
  const whilePaused = ledger().slice(before)
  const noticed = await release(url)
  await allSent()

  const notices = expectNotices(population, deliveries)
  return { sentSince: before - atBackup, ...compare(notices, ledger(), { noticed, noticedBy, whilePaused }) }
}

/** A database with alerts, its feed, the providers, and a way to start a server and two workers. */
async function openCounty({ deliveries, alerts, answerMs, deliveryClock, seed }: RestoreOptions, undo: Undo) {
  const marks = makeTemporaryFolder('marks')
  undo.push(async () => marks.remove())
  const database = await startDatabase()
  undo.push(database.stop)
  const [url, ownerUrl] = [database.embedded.appUrl(), database.embedded.ownerUrl()]
  const population = makePopulation({ seed, targets: Math.min(alerts, 2_000) })
  await fillAlerts({ url, ownerUrl }, population, alerts)
  await withClient(ownerUrl, moveHalfToTexts)
  const feed = await openFeed({ url, ownerUrl }, 1)
  await feed.end()
  const providers = await startProviders({ seed, latencyMs: answerMs })
  undo.push(providers.stop)

  const port = await chooseServerPort()
  const env = { ...toProcessEnv(url, providers, { port, publicPort: port }), STATE_DIR: marks.path }
  let running: RunningProcess[] = []
  const stopAll = async () => void (await Promise.all(running.splice(0).map((process) => process.stop())))
  undo.push(stopAll)
  const startWorker = () => startFastWorker(deliveryClock, { env })
  const balancer = { next: () => `http://127.0.0.1:${port}` }
  return {
    url,
    ownerUrl,
    population,
    ledger: (): Entry[] => [...providers.sendgrid.ledger, ...providers.twilio.ledger],
    stopAll,
    startAll: async () => {
      running = [await startServer({ env }), await startWorker(), await startWorker()]
    },
    /** The recorder posts every record; `mayPost` resolves when the next call may be made. */
    post: (mayPost: (soFar: number) => Promise<void> = async () => {}) =>
      startRecorder(balancer, feed.key, { population, records: deliveries, mayPost }).done,
  }
}

const figure = (ownerUrl: string, sql: string): Promise<number> =>
  withClient(ownerUrl, async (client) => Number((await client.query<{ figure: string }>(sql)).rows[0]?.figure))

/**
 * Staff release delivery.
 * @returns how the restore was detected; undefined if it was not
 */
function release(url: string): Promise<string | undefined> {
  return withConnection(url, async ({ db }) => {
    const restore = await readOpenRestore(db)
    if (restore)
      await db.transaction().execute((tx) => markRestoreReleased(tx, restore.id, { id: 1, username: 'staff' }))
    return restore?.noticed_by
  })
}

const readIds = (entries: Entry[]) => entries.map(({ id }) => id)

/** Notices before and after the restore have different ids, so messages are identified by record and recipient. */
function compare(
  notices: Set<string>,
  ledger: Entry[],
  { noticed, noticedBy, whilePaused }: { noticed: string | undefined; noticedBy: string; whilePaused: Entry[] },
): Pick<RestoreReport, 'breaches' | 'again'> {
  const documents = new Set([...notices].map((notice) => notice.split(' to ')[0] ?? ''))
  const toDocumentId = ({ message }: Entry) =>
    JSON.stringify(message)
      .match(/[\w-]+/g)
      ?.find((word) => documents.has(word))
  const byNotice = Map.groupBy(ledger, (entry) => `${toDocumentId(entry)} to ${entry.to}`)
  const again = [...byNotice.values()].flatMap((all) => all.toSorted((one, other) => one.at - other.at).slice(1))
  const checks: [string, string[]][] = [
    ['a restore that nobody noticed', noticed === noticedBy ? [] : [String(noticed)]],
    ['messages sent before staff released delivery', readIds(whilePaused)],
    ['notices missed after a restore', [...notices].filter((notice) => !byNotice.has(notice))],
    ['messages of no expected notice', [...byNotice.keys()].filter((notice) => !notices.has(notice))],
    [
      'emails sent again after a restore that do not say so',
      readIds(again.filter((entry) => !isMarkedAsPossibleDuplicate(entry))),
    ],
    ['texts sent again after a restore', readIds(again.filter(({ to }) => to.startsWith('+')))],
  ]
  return {
    breaches: onlyBroken(checks.map(([what, ids]) => ({ what, ids }))),
    again: again.length,
  }
}
