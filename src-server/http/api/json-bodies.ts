import type { FastifyInstance } from 'fastify'
import { findBrokenBound, type JsonBounds } from '#server/platform/json-bounds.ts'
import type { Meta } from '#server/trpc/init.ts'
import { AppError } from '#shared/contract/errors.ts'

/** The limit of a call's body in bytes; the feed and the providers have their own. */
const usualBytes = 64 * 1024
/** For procedures with `longText`: pages of paragraphs, pasted samples. */
const longTextBytes = 2 * 1024 * 1024

/** For every route without a limit of its own. */
export const defaultBodyLimit = usualBytes
export const bodyLimitFor = ({ longText }: Meta): number => (longText ? longTextBytes : usualBytes)

/** Far more than our forms send. A long text is one value. */
const bounds: JsonBounds = { depth: 32, parts: 10_000 }

/**
 * Reads only JSON bodies, and refuses any other content type before reading it. It checks the number of values before
 * parsing, so that 64 KB cannot become tens of thousands of values.
 * @param parsed false if the text itself is passed on, as tRPC wants it
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
