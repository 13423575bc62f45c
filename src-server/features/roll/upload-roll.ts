import type { AuditActor } from '#server/platform/actor.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type BeginUpload, countPieces, rollLimits } from '#shared/contract/roll-load.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { pendingStates } from './pending-states.ts'
import {
  findVersion,
  findVersionIn,
  insertPiece,
  insertUpload,
  lockVersions,
  measureUpload,
  type RollRow,
  setState,
} from './roll-versions.queries.ts'

/** @throws AppError refused while another version is pending */
export async function assertNoneComing(tx: Tx): Promise<void> {
  const other = await findVersionIn(tx, pendingStates)
  if (!other) return
  throw new AppError(
    'refused',
    other.state === 'loaded'
      ? `The roll ${other.fileName} is waiting for your answer. Use it or discard it first.`
      : `The roll ${other.fileName} is being loaded. Wait until it is done, or stop it.`,
  )
}

/**
 * Starts an upload, whose pieces follow.
 * @throws AppError refused while another version is pending
 */
export async function beginUpload(db: Db, actor: AuditActor, upload: BeginUpload): Promise<{ id: number }> {
  return inTransaction(db, async (tx) => {
    await lockVersions(tx)
    await assertNoneComing(tx)
    const id = await insertUpload(tx, { ...upload, by: actor })
    await writeAudit(tx, {
      type: 'FEED',
      actor,
      address: actor.address,
      description: `Parcel roll: began the upload of ${upload.fileName}.`,
      newValue: { roll: id, bytes: upload.bytes },
    })
    return { id }
  })
}

/**
 * Stores one piece; the same piece may be sent again after a broken connection.
 * @param place counts from 0
 * @throws AppError missing if the upload is over or another user's; malformed if the piece does not have the size of
 *   its place
 */
export async function storePiece(
  db: Db,
  actor: Pick<AuditActor, 'id'>,
  { id, place, body }: { id: number; place: number; body: Buffer },
): Promise<void> {
  const upload = await findUpload(db, actor, id)
  if (body.length !== sizePiece(upload, place))
    throw new AppError('malformed', 'This piece was cut off. Send it again.')
  const kept = await inTransaction(db, (tx) => insertPiece(tx, id, place, body))
  if (!kept) throw uploadOverError()
}

function sizePiece({ bytes }: RollRow, place: number): number {
  const whole = bytes ?? 0
  const last = countPieces(whole) - 1
  if (place < 0 || place > last) throw new AppError('malformed', 'The file has no such piece.')
  return place < last ? rollLimits.pieceBytes : whole - last * rollLimits.pieceBytes
}

const uploadOverError = () =>
  new AppError('missing', 'This upload is over. Choose the file again. The roll in use has not changed.')

async function findUpload(db: Db | Tx, { id: owner }: Pick<AuditActor, 'id'>, id: number): Promise<RollRow> {
  const version = await findVersion(db, id)
  if (version?.state !== 'uploading' || version.createdById !== owner) throw uploadOverError()
  return version
}

/**
 * Finishes an upload, so that a worker may read the file.
 * @throws AppError refused if pieces are missing; missing if the upload is over
 */
export async function finishUpload(db: Db, actor: Pick<AuditActor, 'id'>, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockVersions(tx)
    const upload = await findUpload(tx, actor, id)
    const { bytes, whole } = await measureUpload(tx, id)
    if (!whole || bytes !== upload.bytes)
      throw new AppError('refused', 'The upload was cut off. Choose the file again. The roll in use has not changed.')
    await setState(tx, id, 'waiting')
  })
}

/**
 * Stops an upload or a load, or discards a version that waits for approval. The roll in use stays.
 * @throws AppError missing if it is no longer pending
 */
export async function discardRoll(db: Db, actor: AuditActor | null, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockVersions(tx)
    const version = await findVersion(tx, id)
    if (!version || !pendingStates.some((state) => state === version.state))
      throw new AppError('missing', messages.notFound)
    await setState(tx, id, 'removed')
    await writeAudit(tx, {
      type: 'FEED',
      actor,
      address: actor?.address ?? '',
      description: `Parcel roll: dropped ${version.fileName}.`,
      newValue: { roll: id, parcels: version.parcels },
    })
  })
}
