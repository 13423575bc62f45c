import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as a procedure with `download` in its meta answers it. */
export type Download = {
  fileName: string
  contentType: string
  /** Begins the file. A function, since only REST sends files: through tRPC the rest is answered alone. */
  open: () => Readable | Buffer
}

export function sendDownload(reply: FastifyReply, { fileName, contentType, open }: Download): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'no-store')
    .type(contentType)
    .send(open())
}
