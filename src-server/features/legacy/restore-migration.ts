import type { AuditActor } from '#server/platform/actor.ts'
import { AppError } from '#shared/contract/errors.ts'
import {
  copiedSuppressions,
  moveSuppressions,
  putBackSuppressions,
} from '#shared/node/domain/recipients/suppression.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { inBatches } from './batches.ts'
import { emailContact } from './email-contact.ts'
import type { MigrationDeps } from './migrate-legacy.ts'
import {
  copiedColumns,
  deleteCopy,
  matchAgainSince,
  putBackAlerts,
  putBackEmails,
  putBackTickets,
  putBackUnsent,
} from './restore.queries.ts'
import { RunFailed } from './run-failed.ts'
import { beginRun, type ActiveRun } from './run-in-background.ts'
import { endLegacyRun, markRestored, restorableRun } from './run.queries.ts'
import { copySuppressions, countCurrent, lockForReplacement, wipeAlerts, wipeEmails } from './wipe.queries.ts'

export const restoreTexts = {
  begun: 'The restore has started.',
  nothing: 'There is nothing to restore.',
} as const

type Restorable = { id: number; startedAt: Date }

/**
 * Puts back the data from before the latest migration: deletes what it imported and restores what it wiped, under the
 * old ids. What residents entered since stays. It continues in the background, in one transaction.
 * @param runId the migration that the administrator saw
 * @returns the number of the run that puts it back
 * @throws AppError `refused` if that migration is not the latest, or a run is under way
 */
export async function startRestore(deps: MigrationDeps, actor: AuditActor, runId: number): Promise<number> {
  const found = await restorableRun(deps.db)
  if (found?.id !== runId) throw new AppError('refused', restoreTexts.nothing)
  let done: number | null = null
  return beginRun(deps, {
    kind: 'restore',
    restores: runId,
    startedBy: actor.id,
    finish: () => {},
    onFailure: (message) => failed(deps, actor, runId, message),
    work: async (run) => {
      await inTransaction(run.connection, (tx) => putBack(tx, deps, run, { migration: found, actor }), { once: true })
      done = run.id
    },
    // A failed run deletes nothing, so that it may run again.
    afterwards: async () => {
      if (done === null) return
      await deleteCopy(deps.db, runId)
      await deleteCopy(deps.db, done)
    },
  })
}

async function putBack(
  tx: Tx,
  deps: MigrationDeps,
  run: ActiveRun,
  { migration, actor }: { migration: Restorable; actor: AuditActor },
): Promise<void> {
  const { id, counts, report } = run
  await report('wiping', 0, null)
  await lockForReplacement(tx)
  // If two administrators press together, the second finds it done.
  if (!(await markRestored(tx, migration.id))) throw new RunFailed(restoreTexts.nothing)
  const ownerless = { ownerless: true }
  const taken = await countCurrent(tx, ownerless)
  const all = taken.alerts + taken.emails
  await copySuppressions(tx, id)
  const wiped = await inBatches(
    (after) => wipeAlerts(tx, after, ownerless),
    (done) => report('wiping', done, all),
  )
  await inBatches(
    (after) => wipeEmails(tx, after, ownerless),
    (done) => report('wiping', wiped + done, all),
  )
  counts.alertsWiped = taken.alerts
  counts.emailsWiped = taken.emails

  const before = migration.id
  const columns = await copiedColumns(tx, before)
  counts.emailsRestored = await inBatches(
    (after) => putBackEmails(tx, before, columns, after),
    (done) => report('restoring', done, null),
  )
  counts.alertsRestored = await inBatches(
    (after) => putBackAlerts(tx, before, columns, after),
    (done) => report('restoring', counts.emailsRestored + done, null),
  )
  await putBackTickets(tx, before, columns)
  await putBackSuppressions(tx, before, columns[copiedSuppressions])
  await moveSuppressions(tx, id)
  await putBackUnsent(tx, before)
  const again = await matchAgainSince(tx, migration.startedAt)

  await report('finishing', 0, null)
  const message = `${counts.alertsRestored.toLocaleString('en-US')} alerts and ${counts.emailsRestored.toLocaleString('en-US')} email addresses were restored.`
  if (!(await endLegacyRun(tx, id, 'done', run.progress(message))))
    throw new RunFailed('Another server ended this run.')
  await writeAudit(tx, {
    type: 'MIGRATION',
    actor,
    description: 'Restored what was there before a migration from the legacy version.',
    newValue: { run: id, restores: before, recordsMatchedAgain: again, ...counts },
    address: actor.address,
  })
  await emailContact(tx, deps, { outcome: 'restored', counts, message: '' })
  await deps.enqueue(tx, 'rederiveKeys', {})
  await deps.enqueue(tx, 'wakeMatching', {})
}

const failed = (deps: MigrationDeps, actor: AuditActor, runId: number, message: string): Promise<void> =>
  writeAudit(deps.db, {
    type: 'MIGRATION',
    actor,
    description: 'Could not restore what was there before a migration; nothing was changed.',
    newValue: { restores: runId, message },
    address: actor.address,
  })
