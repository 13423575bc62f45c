import { inflateSync } from 'node:zlib'

const [woffHead, woffEntry, sfntHead, sfntEntry] = [44, 20, 12, 16]
const padded = (length: number) => Math.ceil(length / 4) * 4

/**
 * Unpacks a web font (WOFF 1.0, W3C). The PDF library reads packed fonts too, but it unpacks a table again for every
 * letter, and fails on tables that were too small to pack.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = woffHead + index * woffEntry
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const stored = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(stored) : stored,
    }
  })
  const start = sfntHead + count * sfntEntry
  const font = Buffer.alloc(tables.reduce((size, { data }) => size + padded(data.length), start))
  const power = Math.floor(Math.log2(count))
  font.writeUInt32BE(woff.readUInt32BE(4), 0)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  let offset = start
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = sfntHead + index * sfntEntry
    tag.copy(font, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(data.length, at + 12)
    data.copy(font, offset)
    offset += padded(data.length)
  })
  return font
}
