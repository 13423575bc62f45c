import type { AuditActor } from '#server/platform/actor.ts'
import { createProblemsError } from '#server/platform/assert-no-problems.ts'
import { inConstantTime } from '#server/platform/constant-time.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countWithinLimit } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { isCountyConfirmed, type MigrationInput, wrongCounty } from '#shared/contract/legacy.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { moveSuppressions } from '#shared/node/domain/recipients/suppression.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { inBatches } from './batches.ts'
import { emailContact } from './email-contact.ts'
import { findAddresses, importAlerts, importEmails, skipDuplicates, skipWithoutAddress } from './import.queries.ts'
import { resolveLegacyHost } from './legacy-host.ts'
import { NotLegacyTables, openLegacyPostgres } from './legacy-postgres.queries.ts'
import { type LegacySource, type OpenLegacy, defaultLegacyTimes } from './legacy-source.ts'
import { readLegacy } from './read-legacy.ts'
import { RunFailed } from './run-failed.ts'
import { beginRun, type ActiveRun } from './run-in-background.ts'
import { deleteStaged, endLegacyRun } from './run.queries.ts'
import { defaultMaxRows } from './stage-legacy.ts'
import {
  moveMutes,
  copyAlerts,
  copyEmails,
  copyUnsent,
  countCurrent,
  lockForReplacement,
  wipeAlerts,
  wipeEmails,
} from './wipe.queries.ts'

export type MigrationDeps = Pick<ServerDeps, 'db' | 'env' | 'log' | 'settings' | 'enqueue'>

/** Only tests differ from the defaults. */
type MigrationOptions = {
  times: typeof defaultLegacyTimes
  maxRows: number
  /** The limit for reading everything. */
  readingMs: number
  open: OpenLegacy
}
export const defaultOptions: MigrationOptions = {
  times: defaultLegacyTimes,
  maxRows: defaultMaxRows,
  readingMs: 30 * 60_000,
  open: openLegacyPostgres,
}

export const migrationTexts = {
  begun: 'The migration has started.',
  /** One text for every connection error, so that it does not reveal which hosts exist or which password is right. */
  unreadable:
    'We could not open the legacy database. Check the address, name, username and password, and that the operator has allowed this address.',
  tooMany: 'Too many attempts. Please wait an hour and try again.',
  nothingToTake: (code: string) =>
    `The legacy database has no alert or email address with county code ${code} to import. Nothing was changed.`,
} as const

/**
 * Begins the one-way copy from the legacy version: opens the legacy database, then continues in the background. The
 * password stays in memory only while the connection opens.
 * @returns the run's number
 * @throws AppError `refused`: the county's name is wrong, a run is under way, or the database could not be opened
 */
export async function startMigration(
  deps: MigrationDeps,
  actor: AuditActor,
  { countyName, password, ...input }: MigrationInput,
  options: MigrationOptions = defaultOptions,
): Promise<number> {
  const { db, env } = deps
  const settings = await deps.settings.current()
  if (!isCountyConfirmed(countyName, settings.common.countyName)) throw createProblemsError({ countyName: wrongCounty })
  if (!(await countWithinLimit(db, env.APP_SECRET, 'migrations', 'county')))
    throw new AppError('refused', migrationTexts.tooMany)

  const source = await inConstantTime(() => openSource(deps, { ...input, password }, options))
  if (!source) {
    await writeAudit(db, {
      type: 'MIGRATION',
      actor,
      description: 'Refused a migration from the legacy version: could not open the legacy database.',
      newValue: input,
      address: actor.address,
    })
    throw new AppError('refused', migrationTexts.unreadable)
  }
  const mask = parseMaskOrNull(settings.service.parcelMask)
  return beginRun(deps, {
    kind: 'import',
    restores: null,
    startedBy: actor.id,
    finish: () => source.close(),
    onFailure: (message) => failed(deps, actor, message),
    work: async (run) => {
      await writeAudit(run.connection, {
        type: 'MIGRATION',
        actor,
        description: 'Started a migration from the legacy version.',
        newValue: { run: run.id, ...input },
        address: actor.address,
      })
      await readLegacy(source, run, { mask, maxRows: options.maxRows, readingMs: options.readingMs })
      await inTransaction(run.connection, (tx) => replaceAll(tx, deps, run, { countyCode: input.countyCode, actor }), {
        once: true,
      })
    },
  })
}

async function openSource(
  { env, log }: MigrationDeps,
  input: Omit<MigrationInput, 'countyName'>,
  { open, times }: MigrationOptions,
): Promise<LegacySource | undefined> {
  const at = await resolveLegacyHost(input.databaseAddress, env.LEGACY_DATABASE_HOSTS)
  if (!at) return undefined
  return open({ ...input, ...at }, times).catch((error: unknown) => {
    // The error's own text may contain names and addresses.
    const code = error instanceof NotLegacyTables ? 'other tables' : (error as { code?: string }).code
    log.warn('legacy.connection_failed', { code: code ?? 'unknown' })
    return undefined
  })
}

/** Copies the current data, wipes it, and imports, in one transaction, so that a failure changes nothing. */
async function replaceAll(
  tx: Tx,
  deps: MigrationDeps,
  run: ActiveRun,
  { countyCode, actor }: { countyCode: string; actor: AuditActor },
): Promise<void> {
  const { id, counts } = run
  await copyAndWipe(tx, run)
  await importAll(tx, run, countyCode)
  if (counts.alertsTaken + counts.emailsTaken === 0) throw new RunFailed(migrationTexts.nothingToTake(countyCode))
  await moveSuppressions(tx, id)
  await moveMutes(tx, id)

  await run.report('finishing', 0, null)
  await deleteStaged(tx, id)
  const message = `${counts.alertsTaken.toLocaleString('en-US')} alerts and ${counts.emailsTaken.toLocaleString('en-US')} email addresses were imported.`
  if (!(await endLegacyRun(tx, id, 'done', run.progress(message))))
    throw new RunFailed('Another server ended this run.')
  await writeAudit(tx, {
    type: 'MIGRATION',
    actor,
    description: 'Replaced alerts and email addresses with those of the legacy version.',
    newValue: { run: id, ...counts },
    address: actor.address,
  })
  await emailContact(tx, deps, { outcome: 'done', counts, message: '' })
  await deps.enqueue(tx, 'rederiveKeys', {})
}

async function copyAndWipe(tx: Tx, { id, counts, report }: ActiveRun): Promise<void> {
  await report('copying', 0, null)
  await lockForReplacement(tx)
  const current = await countCurrent(tx)
  const all = current.alerts + current.emails
  counts.alertsWiped = current.alerts
  counts.emailsWiped = current.emails
  const copied = await inBatches(
    (after) => copyAlerts(tx, id, after),
    (done) => report('copying', done, all),
  )
  await inBatches(
    (after) => copyEmails(tx, id, after),
    (done) => report('copying', copied + done, all),
  )
  await copyUnsent(tx, id)

  const wiped = await inBatches(
    (after) => wipeAlerts(tx, after),
    (done) => report('wiping', done, all),
  )
  await inBatches(
    (after) => wipeEmails(tx, after),
    (done) => report('wiping', wiped + done, all),
  )
}

/** Imports what was staged, and counts what it imported and skipped. */
async function importAll(tx: Tx, { id, counts, report }: ActiveRun, countyCode: string): Promise<void> {
  const emails = counts.emailsRead - counts.emailsSkipped
  const alerts = counts.alertsRead - counts.alertsSkipped
  const total = emails + 2 * alerts
  await inBatches(
    (after) => importEmails(tx, id, after),
    (done) => report('importing', done, total),
  )
  await inBatches(
    (after) => findAddresses(tx, id, after),
    (done) => report('importing', emails + done, total),
  )
  counts.alertsSkipped += (await skipWithoutAddress(tx, id)) + (await skipDuplicates(tx, id))
  counts.alertsTaken = await inBatches(
    (after) => importAlerts(tx, id, countyCode, after),
    (done) => report('importing', emails + alerts + done, total),
  )
  counts.emailsTaken = (await countCurrent(tx)).emails
  counts.emailsJoined = emails - counts.emailsTaken
}

async function failed(deps: MigrationDeps, actor: AuditActor, message: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await writeAudit(tx, {
      type: 'MIGRATION',
      actor,
      description: 'A migration from the legacy version failed; nothing was changed.',
      newValue: { message },
      address: actor.address,
    })
    await emailContact(tx, deps, { outcome: 'failed', counts: null, message })
  })
}
