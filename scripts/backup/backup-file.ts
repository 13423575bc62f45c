import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { z } from 'zod'

/**
 * The format of a backup file: a first line that names it, the rows of each table as PostgreSQL's COPY text in a zstd
 * frame of its own, the manifest as JSON, and a last line that seals it. The last line is written last, so a file that
 * was cut off has none.
 */
export const firstLine = 'land-record-alerts backup 1\n'
const firstWords = /^land-record-alerts backup (\d+)\n/
const seal = /^sealed (\d{12}) ([0-9a-f]{64})\n$/
const sealBytes = 7 + 12 + 1 + 64 + 1

const name = z.string().min(1).max(63)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()
const moment = z.iso.datetime()

const table = z.object({
  name,
  partitioned: z.boolean(),
  columns: z.array(name),
  rows: count,
  /** The size of its rows as COPY text, before compression. */
  bytes: count,
  sha256,
  /** Where its frame lies in the file. */
  offset: count,
  length: count,
})

const partition = z.object({
  name,
  parent: name,
  /** As PostgreSQL writes it. It becomes part of a statement, so only a month, a version or DEFAULT is allowed. */
  bound: z
    .string()
    .regex(/^(DEFAULT|FOR VALUES (FROM \('\d{4}-\d\d-\d\d'\) TO \('\d{4}-\d\d-\d\d'\)|IN \('?\d{1,10}'?\)))$/),
})

const manifestSchema = z.object({
  /** When the snapshot was taken, or a moment before. Everything later is missing. */
  startedAt: moment,
  finishedAt: moment,
  postgres: z.string(),
  migrations: z.array(z.object({ version: count, name: z.string(), checksum: sha256.nullable() })).min(1),
  tables: z.array(table),
  partitions: z.array(partition),
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() })),
})

export type TableEntry = z.infer<typeof table>
export type Partition = z.infer<typeof partition>
export type Manifest = z.infer<typeof manifestSchema>
/** `sha256`: of everything before the last line. */
export type BackupFile = { path: string; size: number; sha256: string; manifest: Manifest }

export const countRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)

/** The version of the schema that was backed up. */
export const readVersion = ({ migrations }: Manifest): number => migrations.at(-1)?.version ?? 0

export const formatManifest = (manifest: Manifest): string => `${JSON.stringify(manifest)}\n`

export const formatSeal = (manifestBytes: number, sum: string): string =>
  `sealed ${String(manifestBytes).padStart(12, '0')} ${sum}\n`

/**
 * Opens a backup by its first and last lines. It does not read the rows: `assertUndamaged` does.
 * @throws Error in plain words if the file is missing, not a backup, cut off, or of a newer format
 */
export async function openBackup(path: string): Promise<BackupFile> {
  const file = await fs.promises.open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `File ${path} not found.` : `Cannot read ${path} (${error.code}).`)
  })
  try {
    const stat = await file.stat()
    if (stat.isDirectory()) throw new Error(`${path} is a folder. Name the backup in it.`)
    const { size } = stat
    const read = async (from: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, from)).buffer.toString()
    const [, form] = firstWords.exec(await read(0, 64)) ?? []
    if (!form) throw new Error(`${path} is not a backup of this program. Restore a file of pg_dump with pg_restore.`)
    if (form !== '1')
      throw new Error(`${path} was written by a newer version of this program. Restore it with that one.`)
    const [, manifestLength, sum = ''] = seal.exec(await read(Math.max(0, size - sealBytes), sealBytes)) ?? []
    if (!manifestLength) throw new Error(`${path} is cut off: its end is missing. Use another backup.`)
    const length = Number(manifestLength)
    const from = size - sealBytes - length
    if (from < firstLine.length) throw damaged(path)
    const manifest = manifestSchema.safeParse(parseJson(await read(from, length)))
    if (!manifest.success) throw damaged(path)
    return { path, size, sha256: sum, manifest: manifest.data }
  } finally {
    await file.close()
  }
}

const damaged = (path: string) => new Error(`${path} is damaged: its checksum does not match. Use another backup.`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the whole file and compares its checksum.
 * @throws Error in plain words if a byte changed
 */
export async function assertUndamaged({ path, size, sha256: sum }: BackupFile, signal?: AbortSignal): Promise<void> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = fs.createReadStream(path, {
    end: size - sealBytes - 1,
    highWaterMark: 1 << 20,
    ...(signal && { signal }),
  })
  for await (const piece of pieces) hash.update(piece)
  if (hash.digest('hex') !== sum) throw damaged(path)
}
