import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A file, as returned by a procedure with `download` in its meta. */
export type Download = {
  fileName: string
  contentType: string
  /** Opens the file. A function, since only REST sends files; tRPC returns only the other fields. */
  open: () => Readable | Buffer
}

export function sendDownload(reply: FastifyReply, { fileName, contentType, open }: Download): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'no-store')
    .type(contentType)
    .send(open())
}
