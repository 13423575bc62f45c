import { createHash } from 'node:crypto'

export type Sink = {
  append(piece: Buffer): Promise<void>
  /** The end of a pipeline. */
  write(pieces: AsyncIterable<Buffer>): Promise<void>
  offset(): number
  /** The hash of everything written so far. */
  sha256(): string
}

/** Counts and hashes what is written, from the beginning of a file to its end. */
export function createSink(write: (piece: Buffer) => Promise<void>): Sink {
  const hash = createHash('sha256')
  let offset = 0
  const append = async (piece: Buffer) => {
    hash.update(piece)
    offset += piece.length
    await write(piece)
  }
  return {
    append,
    write: async (pieces) => {
      for await (const piece of pieces) await append(piece)
    },
    offset: () => offset,
    sha256: () => hash.copy().digest('hex'),
  }
}
