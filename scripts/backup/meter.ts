import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export type Meter = { stream: Transform; bytes(): number; sha256(): string }

/** A stage of a pipeline that counts and hashes what passes. */
export function createMeter(onBytes: (bytes: number) => void = () => {}): Meter {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    stream: new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece)
        bytes += piece.length
        onBytes(bytes)
        done(null, piece)
      },
    }),
    bytes: () => bytes,
    sha256: () => hash.digest('hex'),
  }
}
