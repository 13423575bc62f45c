import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/contract/errors.ts'
import { findBrokenBound, type JsonBounds } from '../platform/json-bounds.ts'
import type { Meta } from '../trpc/init.ts'

/** Bytes of a body that a call may send; the feed and the providers have limits of their own. */
const usualBytes = 64 * 1024
/** Of procedures that say so in their metadata: pages of paragraphs, pasted samples. */
const longTextBytes = 2 * 1024 * 1024

/** For Fastify as a whole: what names no limit of its own has this one. */
export const defaultBodyLimit = usualBytes
export const bodyLimitFor = ({ longText }: Meta): number => (longText ? longTextBytes : usualBytes)

/** Far above what any form of ours sends. A long text is one value. */
const bounds: JsonBounds = { depth: 32, parts: 10_000 }

/**
 * Reads JSON bodies, and no other kind: what has another content type is refused before a byte of it is read. How much
 * a body holds is asked before it is parsed, so that 64 KB cannot become ten thousands of values to check.
 * @param parsed false where the text itself is passed on, as tRPC wants it
 */
export function readJsonBodies(app: FastifyInstance, { parsed }: { parsed: boolean }): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (findBrokenBound(body, bounds)) done(new AppError('malformed', 'The request has too many values.'))
    else if (parsed) void parse(request, body, done)
    else done(null, body)
  })
}
