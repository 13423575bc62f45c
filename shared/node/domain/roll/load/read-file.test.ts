import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEncodingFound, decodeText } from './decode-text.ts'
import { unpack } from './unpack.ts'

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
}

async function read(bytes: Buffer, length = 5) {
  const found = createEncodingFound()
  let text = ''
  for await (const piece of decodeText(unpack(inPieces(bytes, length)), found)) text += piece
  return { text: text.replace(/^\uFEFF/, ''), ...found }
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const text = 'ID,OWNER\n1,PEÑA\n2,O’HARA\n'

test.each<[string, Buffer, object]>([
  ['UTF-8', Buffer.from(text), { text, encoding: 'UTF-8' }],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), { text, encoding: 'UTF-8' }],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le'), { text, encoding: 'UTF-16' }],
  ['UTF-16, big-endian', bigEndian(`\uFEFF${text}`), { text, encoding: 'UTF-16' }],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), { text, encoding: 'UTF-16' }],
  [
    'Windows-1252',
    Buffer.concat([latin('ID,OWNER\n1,PE\u00d1A\n2,O'), Buffer.from([0x92]), latin('HARA\n')]),
    { text, encoding: 'Windows-1252', windowsLines: 2 },
  ],
  [
    'two encodings in one file',
    Buffer.concat([Buffer.from('ID,OWNER\n1,PEÑA\n'), latin('2,PE\u00d1A\n')]),
    { text: 'ID,OWNER\n1,PEÑA\n2,PEÑA\n', encoding: 'Windows-1252', windowsLines: 1 },
  ],
  ['gzip', gzipSync(text), { text, encoding: 'UTF-8' }],
  ['nothing', Buffer.alloc(0), { text: '' }],
  ['a single letter', Buffer.from('A'), { text: 'A' }],
])('reads %s', async (_, bytes, expected) => {
  for (const length of [1, 5, 100_000]) expect(await read(bytes, length)).toMatchObject(expected)
})

test.each<[string, Buffer, RegExp]>([
  ['gzip data that was cut off', gzipSync(text.repeat(50)).subarray(0, 40), /damaged or incomplete/],
  ['gzip data with a changed byte', Buffer.from(gzipSync(text)).fill(0, 20, 24), /damaged or incomplete/],
  ['an Excel workbook', Buffer.from('PK\u0003\u0004xxxx'), /Excel workbook.*Save it as CSV/],
  ['a packed PDF', gzipSync('%PDF-1.7'), /is a PDF/],
  ['a file without lines', Buffer.alloc(1_100_000, 'x'), /more than 1 MB/],
])('refuses %s', async (_, bytes, message) => {
  await expect(read(bytes, 100_000)).rejects.toThrow(message)
})

test('stops unpacking at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, 'x\n'))
  let bytes = 0
  const unpacking = async () => {
    for await (const piece of unpack(inPieces(bomb, 1_000), 1024 * 1024)) bytes += piece.length
  }
  await expect(unpacking()).rejects.toThrow('larger than 1 MB unpacked')
  expect(bytes).toBeLessThanOrEqual(1024 * 1024)
})
