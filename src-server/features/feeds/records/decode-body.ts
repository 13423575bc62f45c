import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '#shared/contract/errors.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { feedLimits } from '#shared/contract/feed.ts'
import type { IncomingItem } from './incoming-item.ts'
import { parseCsv } from './parse-csv.ts'
import { parseJsonEvents, parseLineEvents } from './parse-json.ts'

const unzip = promisify(gunzip)

export const bodyTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const
export type BodyType = (typeof bodyTypes)[number]

/**
 * The body as it was before compression. Unpacking ends at the limit, so that a small body cannot fill the memory.
 * @throws AppError unsupported for another coding than gzip, malformed if it is not gzip, tooLarge
 */
export async function decompress(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const coding = encoding?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '') return body
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new AppError('unsupported', 'Send the body uncompressed or as gzip.')
  try {
    return await unzip(body, { maxOutputLength: feedLimits.unpackedBytes })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError('tooLarge', `The body is larger than ${feedLimits.unpackedBytes / 1024 / 1024} MB unpacked.`)
    throw new AppError('malformed', 'The gzip data is incomplete or damaged.')
  }
}

/**
 * The body as text, without a byte order mark.
 * @throws AppError unsupported for an unknown character set, malformed if the bytes do not belong to it
 */
export function decodeBodyText(body: Buffer, charset = 'utf-8'): string {
  if (/^utf-?8$/i.test(charset)) {
    if (isUtf8(body)) return body.toString('utf8').replace(/^\uFEFF/, '')
    throw new AppError(
      'malformed',
      'The body is not UTF-8 text. If it uses another character set, name it: text/csv; charset=windows-1252',
    )
  }
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    throw new AppError('unsupported', 'We do not support this character set.')
  }
  try {
    return decoder.decode(body)
  } catch {
    throw new AppError('malformed', 'The body does not match the character set it names.')
  }
}

/**
 * The items of a body; an item that cannot be parsed is a fault of that item alone.
 * @throws AppError malformed if the body as a whole cannot be parsed, tooLarge with too many events
 */
export async function parseItems(text: string, type: BodyType, mapping?: FeedMapping): Promise<IncomingItem[]> {
  if (type === 'text/csv') return parseCsv(text, { mapping, limits: feedLimits })
  return type === 'application/json' ? parseJsonEvents(text) : parseLineEvents(text)
}
