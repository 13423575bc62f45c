import { isUtf8 } from 'node:buffer'
import { longLineError } from './long-line-error.ts'

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

/** What the reader learned about a file's characters. */
export type EncodingFound = {
  encoding: Encoding
  /** Lines that are not UTF-8, which we read as Windows-1252. */
  windowsLines: number
}

export const createEncodingFound = (): EncodingFound => ({ encoding: 'UTF-8', windowsLines: 0 })

/** No line of a roll is as long; a file without line breaks must not fill the memory. */
const maxLineBytes = 1024 * 1024
const newLine = 10
const carriageReturn = 13
const windows = new TextDecoder('windows-1252')

/**
 * The text of a file, in pieces that end at the end of a line. UTF-16 is recognized by its byte order mark or its
 * zeros; all else is UTF-8, and a line that is not is read as Windows-1252, so that a file joined from two encodings is
 * read correctly.
 * @param found is filled in while the file is read
 * @throws AppError malformed if the file has no lines
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, found: EncodingFound): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  let wide: TextDecoder | undefined
  let started = false
  for await (const piece of bytes) {
    if (wide) {
      yield wide.decode(piece, { stream: true })
      continue
    }
    const held = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    if (!started) {
      if (held.length < 4) {
        rest = held
        continue
      }
      started = true
      const name = detectUtf16(held)
      if (name) {
        found.encoding = 'UTF-16'
        wide = new TextDecoder(name)
        yield wide.decode(held, { stream: true })
        rest = Buffer.alloc(0)
        continue
      }
    }
    const end = findLastLineEnd(held)
    if (end > 0) yield decodeLines(held.subarray(0, end), found)
    // A copy: otherwise a few leftover bytes would keep the entire piece in memory.
    rest = Buffer.from(held.subarray(end))
    if (rest.length > maxLineBytes) throw longLineError()
  }
  if (wide) yield wide.decode()
  else if (rest.length > 0) yield decodeLines(rest, found)
}

/** A carriage return at the very end may be half of a line break, so it waits for the next piece. */
function findLastLineEnd(bytes: Buffer): number {
  const end = bytes.lastIndexOf(newLine) + 1
  if (end > 0) return end
  const at = bytes.lastIndexOf(carriageReturn, -2)
  return at + 1
}

function decodeLines(bytes: Buffer, found: EncodingFound): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  for (let start = 0; start < bytes.length;) {
    const at = bytes.indexOf(newLine, start)
    const end = at === -1 ? bytes.length : at + 1
    const line = bytes.subarray(start, end)
    if (isUtf8(line)) text += line.toString('utf8')
    else {
      text += windows.decode(line)
      found.encoding = 'Windows-1252'
      found.windowsLines += 1
    }
    start = end
  }
  return text
}

function detectUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = bytes.readUInt16BE(0)
  if (mark === 0xfffe) return 'utf-16le'
  if (mark === 0xfeff) return 'utf-16be'
  const begin = bytes.subarray(0, 200)
  const zeros = [0, 0]
  begin.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2]! += 1
  })
  const [even = 0, odd = 0] = zeros
  // Half of the bytes of Latin text in UTF-16 are zeros, all on the same side.
  if (odd > begin.length / 4 && even === 0) return 'utf-16le'
  return even > begin.length / 4 && odd === 0 ? 'utf-16be' : undefined
}
