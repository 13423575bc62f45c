import fs from 'node:fs'
import path from 'node:path'
import { lockVersions } from '#server/features/roll/roll-versions.queries.ts'
import { assertNoneComing } from '#server/features/roll/upload-roll.ts'
import { AppError } from '#shared/contract/errors.ts'
import { type RollComparison, rollLimits } from '#shared/contract/roll-load.ts'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import { loadRoll, type RollProgress } from '#shared/node/domain/roll/load/load-roll.ts'
import { failRoll, insertLoadingRoll } from '#shared/node/domain/roll/load/roll-load.queries.ts'
import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'

const startedBy = 'npm run roll'
const pieceBytes = 256 * 1024

/**
 * Reads a roll from disk into a version that waits for a yes, while the other stays in use.
 * @throws Error in plain words if it cannot be read, or another version is pending
 */
export async function loadRollFile(
  db: Db,
  file: string,
  { mapping = null, onProgress }: { mapping?: RollMapping | null; onProgress?: (progress: RollProgress) => void } = {},
): Promise<{ id: number; comparison: RollComparison }> {
  const { size: bytes } = await fs.promises.stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `File ${file} not found.` : `Cannot read ${file} (${error.code}).`)
  })
  const mask = (await settingsStore(db).current()).service.parcelMask
  const fileName = path.basename(file).slice(0, rollLimits.fileName)
  const claim = await inTransaction(db, async (tx) => {
    await lockVersions(tx)
    await assertNoneComing(tx)
    return insertLoadingRoll(tx, { fileName, mapping, mask, startedBy })
  })
  try {
    const pieces: AsyncIterable<Buffer> = fs.createReadStream(file, { highWaterMark: pieceBytes })
    const comparison = await loadRoll(db, claim, { pieces, bytes }, onProgress ? { onProgress } : {})
    return { id: claim.id, comparison }
  } catch (error) {
    const failure = error instanceof AppError ? error.message : 'The command failed. Run it again.'
    await failRoll(db, claim, failure)
    throw error
  }
}
