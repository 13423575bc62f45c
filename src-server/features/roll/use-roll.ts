import type { AuditActor } from '#server/platform/actor.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { losesMany, rollLimits } from '#shared/contract/roll-load.ts'
import { storeComparison } from '#shared/node/domain/roll/load/compare-rolls.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Log } from '#shared/node/platform/log.ts'
import {
  deletePieces,
  findVersion,
  findVersionIn,
  lockVersions,
  putInUse,
  removeOldFormer,
  type RollRow,
  setState,
} from './roll-versions.queries.ts'

type Deps = { db: Db; log: Log }
/** `gone`: how many fewer parcels the caller agreed to; required for a roll that loses more than a tenth. */
type Choice = { id: number; gone?: number | undefined }
/**
 * Shown when the comparison was made with a roll that is no longer in use; we compare again, for the caller to look at.
 */
type Outcome = { used: RollRow } | { outdated: true }

/**
 * Puts a loaded version in the place of the one in use, in one commit, and keeps the two versions before it.
 * @throws AppError missing if it does not wait for approval; conflict if another version was put in use since the
 *   comparison, which compares it again; refused if it loses more than a tenth and the caller did not agree to that
 *   count
 */
export async function useRoll({ db, log }: Deps, actor: AuditActor | null, { id, gone }: Choice): Promise<void> {
  const outcome = await inTransaction(db, async (tx): Promise<Outcome> => {
    await lockVersions(tx)
    const version = await findVersion(tx, id)
    if (version?.state !== 'loaded') throw new AppError('missing', messages.notFound)
    const current = await findVersionIn(tx, ['current'])
    if ((current?.id ?? null) !== version.comparedWith) {
      await storeComparison(tx, id)
      return { outdated: true }
    }
    if (isLargeLoss(version.gone, current) && gone !== version.gone) throw manyGoneError(version.gone)
    await swap(tx, actor, { version, current, description: `put ${version.fileName} into use` })
    await deletePieces(tx, id)
    return { used: version }
  })
  if ('outdated' in outcome)
    throw new AppError(
      'conflict',
      'Another roll came into use meanwhile. Look at the new comparison, then answer again.',
    )
  log.info('roll.swapped', { roll: id, parcels: outcome.used.parcels })
}

/**
 * Puts a former version back in use.
 * @throws AppError missing if it is no longer kept; refused as for `useRoll`
 */
export async function returnToRoll({ db, log }: Deps, actor: AuditActor | null, { id, gone }: Choice): Promise<void> {
  const version = await inTransaction(db, async (tx) => {
    await lockVersions(tx)
    const former = await findVersion(tx, id)
    if (former?.state !== 'former') throw new AppError('missing', messages.notFound)
    const current = await findVersionIn(tx, ['current'])
    const fewer = Math.max(0, (current?.parcels ?? 0) - former.parcels)
    if (isLargeLoss(fewer, current) && gone !== fewer) throw manyGoneError(fewer)
    await swap(tx, actor, { version: former, current, description: `went back to ${former.fileName}` })
    return former
  })
  log.info('roll.returned', { roll: id, parcels: version.parcels })
}

type Swap = { version: RollRow; current: RollRow | undefined; description: string }

async function swap(tx: Tx, actor: AuditActor | null, { version, current, description }: Swap): Promise<void> {
  if (current) await setState(tx, current.id, 'former')
  await putInUse(tx, version.id, { id: actor?.id ?? null, username: actor?.username ?? '' })
  await removeOldFormer(tx, rollLimits.former)
  const { id, fileName, parcels } = version
  await writeAudit(tx, {
    type: 'FEED',
    actor,
    address: actor?.address ?? '',
    description: `Parcel roll: ${description}.`,
    ...(current && { oldValue: { roll: current.id, file: current.fileName, parcels: current.parcels } }),
    newValue: { roll: id, file: fileName, parcels },
  })
}

const isLargeLoss = (gone: number, current: RollRow | undefined): boolean =>
  current !== undefined && losesMany(gone, current.parcels)

const manyGoneError = (gone: number) =>
  new AppError(
    'refused',
    `${gone.toLocaleString('en-US')} parcels of the roll in use would be gone, more than a tenth. Confirm this count.`,
  )
