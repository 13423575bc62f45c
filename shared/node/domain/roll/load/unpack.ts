import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#shared/contract/errors.ts'
import { rollLimits } from '#shared/contract/roll-load.ts'

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toLocaleString('en-US')} MB`

/** What the first bytes of a file say about it, if it is not text. */
const foreignFiles: readonly [begins: Buffer, what: string][] = [
  [Buffer.from('PK\u0003\u0004', 'latin1'), 'an Excel workbook or a ZIP archive'],
  [Buffer.from('d0cf11e0', 'hex'), 'an old Excel workbook'],
  [Buffer.from('%PDF', 'latin1'), 'a PDF'],
  [Buffer.from('53514c697465', 'hex'), 'a database file'],
]

/**
 * The bytes of a file before compression. Unpacking stops at the limit, so that a small file cannot fill the disk.
 * @throws AppError malformed for damaged gzip data and for files that are not text, tooLarge
 */
export async function* unpack(
  file: AsyncIterable<Buffer>,
  maxBytes = rollLimits.unpackedBytes,
): AsyncGenerator<Buffer> {
  const { first, rest } = await peek(file)
  const isPacked = first[0] === 0x1f && first[1] === 0x8b
  let bytes = 0
  let started = false
  for await (const piece of isPacked ? gunzip(rest) : rest) {
    if (!started) assertText(piece)
    started = true
    bytes += piece.length
    if (bytes > maxBytes)
      throw new AppError('tooLarge', `The file is larger than ${megabytes(maxBytes)} unpacked. Ask for a smaller one.`)
    yield piece
  }
}

function assertText(piece: Buffer): void {
  const foreign = foreignFiles.find(([begins]) => piece.subarray(0, begins.length).equals(begins))
  if (foreign) throw new AppError('malformed', `This file is ${foreign[1]}. Save it as CSV, then load that file.`)
}

async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // The error of either stream ends the loop below.
  const unpacked = pipeline(packed, createGunzip({ chunkSize: 256 * 1024 }), () => {})
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) yield piece
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new AppError('malformed', 'The gzip data is damaged or incomplete. Get the file again.')
  }
}

/** Enough bytes to recognize a file. */
const beginning = 8

/** The first bytes, and all bytes including them. */
async function peek(file: AsyncIterable<Buffer>): Promise<{ first: Buffer; rest: AsyncIterable<Buffer> }> {
  const pieces = file[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  while (first.length < beginning) {
    const next = await pieces.next()
    if (next.done) break
    first = Buffer.concat([first, next.value])
  }
  async function* rest() {
    try {
      if (first.length > 0) yield first
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  return { first, rest: rest() }
}
