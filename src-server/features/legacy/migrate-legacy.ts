import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { isCountyConfirmed, type MigrationInput, wrongCounty } from '#shared/contract/legacy.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria.ts'
import type { Actor } from '../alerts/save-alert.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { withinLimit } from '#server/platform/throttle.queries.ts'
import { inEvenTime } from '#server/platform/constant-time.ts'
import { findAddresses, importAlerts, importEmails, skipTwins, skipWithoutAddress } from './import.queries.ts'
import { resolveLegacyHost } from './legacy-host.ts'
import { NotLegacyTables, openLegacyPostgres } from './legacy-postgres.queries.ts'
import { type LegacySource, type OpenLegacy, usualLegacyTimes } from './legacy-source.ts'
import { mailContact } from './email-contact.ts'
import { inPortions } from './batches.ts'
import { readLegacy } from './read-legacy.ts'
import { RunFailed } from './run-failed.ts'
import { beginRun, type RunInHand } from './run-in-background.ts'
import { deleteStaged, endRun } from './run.queries.ts'
import { usualMostRows } from './stage-legacy.ts'
import {
  carryMutes,
  carryStops,
  copyAlerts,
  copyEmails,
  copyUnsent,
  countStanding,
  holdStill,
  wipeAlerts,
  wipeEmails,
} from './wipe.queries.ts'

export type MigrationDeps = Pick<ServerDeps, 'db' | 'env' | 'log' | 'settings' | 'enqueue'>

/** Other than usual in tests alone. */
export type MigrationOptions = {
  times: typeof usualLegacyTimes
  mostRows: number
  /** Reading may take that long altogether. */
  readingMs: number
  open: OpenLegacy
}
export const usualOptions: MigrationOptions = {
  times: usualLegacyTimes,
  mostRows: usualMostRows,
  readingMs: 30 * 60_000,
  open: openLegacyPostgres,
}

export const migrationTexts = {
  begun: 'The migration has begun.',
  /** One text for every fault of connecting: it tells nobody which hosts there are or which password is right. */
  unreadable:
    'The legacy database could not be opened.  Please check the address, name, username and password, and that the operator has allowed this address.',
  tooMany: 'Too many tries.  Please wait an hour and try again.',
  nothingToTake: (code: string) =>
    `The legacy database holds no alert or email address of county code ${code} that can be taken over.  Nothing was changed.`,
} as const

/**
 * Begins the one-way copy from the legacy version (decisions, section 10): opens the legacy database, then goes on in
 * the background. The password stays in this process's memory for as long as the connection is being made.
 * @returns the run's number
 * @throws AppError `refused`: the county's name is not right, a run is under way, or the database could not be opened
 */
export async function startMigration(
  deps: MigrationDeps,
  { countyName, password, ...input }: MigrationInput,
  actor: Actor,
  options: MigrationOptions = usualOptions,
): Promise<number> {
  const { db, env } = deps
  const settings = await deps.settings.current()
  if (!isCountyConfirmed(countyName, settings.common.countyName))
    throw new AppError('refused', messages.correctFields, { fields: { countyName: wrongCounty } })
  if (!(await withinLimit(db, env.APP_SECRET, 'migrations', 'county')))
    throw new AppError('refused', migrationTexts.tooMany)

  const source = await inEvenTime(() => openSource(deps, { ...input, password }, options))
  if (!source) {
    await writeAudit(db, {
      type: 'MIGRATION',
      actor,
      description: 'A migration from the legacy version was refused: the legacy database could not be opened.',
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
        description: 'A migration from the legacy version was begun.',
        newValue: { run: run.id, ...input },
        address: actor.address,
      })
      await readLegacy(source, run, { mask, mostRows: options.mostRows, readingMs: options.readingMs })
      await run.connection
        .transaction()
        .execute((tx) => replaceAll(deps, tx, run, { countyCode: input.countyCode, actor }))
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
    // Its own words may hold names and addresses.
    const code = error instanceof NotLegacyTables ? 'other tables' : (error as { code?: string }).code
    log.warn('The legacy database could not be opened.', { code: code ?? 'unknown' })
    return undefined
  })
}

/** Copies what stands, wipes it, and imports: one transaction, so that a failure leaves everything as it was. */
async function replaceAll(
  deps: MigrationDeps,
  tx: Tx,
  run: RunInHand,
  { countyCode, actor }: { countyCode: string; actor: Actor },
): Promise<void> {
  const { id, counts, report } = run
  await report('copying', 0, null)
  await holdStill(tx)
  const standing = await countStanding(tx)
  const all = standing.alerts + standing.emails
  counts.alertsWiped = standing.alerts
  counts.emailsWiped = standing.emails
  const copied = await inPortions(
    (after) => copyAlerts(tx, id, after),
    (done) => report('copying', done, all),
  )
  await inPortions(
    (after) => copyEmails(tx, id, after),
    (done) => report('copying', copied + done, all),
  )
  await copyUnsent(tx, id)

  const wiped = await inPortions(
    (after) => wipeAlerts(tx, after),
    (done) => report('wiping', done, all),
  )
  await inPortions(
    (after) => wipeEmails(tx, after),
    (done) => report('wiping', wiped + done, all),
  )

  const emails = counts.emailsRead - counts.emailsSkipped
  const alerts = counts.alertsRead - counts.alertsSkipped
  const total = emails + 2 * alerts
  await inPortions(
    (after) => importEmails(tx, id, after),
    (done) => report('importing', done, total),
  )
  await inPortions(
    (after) => findAddresses(tx, id, after),
    (done) => report('importing', emails + done, total),
  )
  counts.alertsSkipped += (await skipWithoutAddress(tx, id)) + (await skipTwins(tx, id))
  counts.alertsTaken = await inPortions(
    (after) => importAlerts(tx, id, countyCode, after),
    (done) => report('importing', emails + alerts + done, total),
  )
  counts.emailsTaken = (await countStanding(tx)).emails
  counts.emailsJoined = emails - counts.emailsTaken
  if (counts.alertsTaken + counts.emailsTaken === 0) throw new RunFailed(migrationTexts.nothingToTake(countyCode))
  await carryStops(tx, id)
  await carryMutes(tx, id)

  await report('finishing', 0, null)
  await deleteStaged(tx, id)
  const message = `${counts.alertsTaken.toLocaleString('en-US')} alerts and ${counts.emailsTaken.toLocaleString('en-US')} email addresses were taken over.`
  if (!(await endRun(tx, id, 'done', run.progress(message)))) throw new RunFailed('Another server ended this run.')
  await writeAudit(tx, {
    type: 'MIGRATION',
    actor,
    description: 'Alerts and email addresses were replaced by those of the legacy version.',
    newValue: { run: id, ...counts },
    address: actor.address,
  })
  await mailContact(deps, tx, { outcome: 'done', counts, message: '' })
  await deps.enqueue(tx, 'rederiveKeys', {})
}

async function failed(deps: MigrationDeps, actor: Actor, message: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await writeAudit(tx, {
      type: 'MIGRATION',
      actor,
      description: 'A migration from the legacy version failed; nothing was changed.',
      newValue: { message },
      address: actor.address,
    })
    await mailContact(deps, tx, { outcome: 'failed', counts: null, message })
  })
}
