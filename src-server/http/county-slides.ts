import type { FastifyInstance } from 'fastify'
import { readdirSync } from 'node:fs'

const picture = /^([1-6])\.(svg|png|jpe?g|webp)$/i

/**
 * The county's own pictures for the login page, instead of ours with the same number: it sends 1.png of SLIDES_DIR for
 * /slides/1.svg. Register it after the client's files, whose sendFile it uses.
 */
export function countySlides(app: FastifyInstance, folder: string | undefined): void {
  if (folder === undefined || !app.hasReplyDecorator('sendFile')) return
  const files = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    const [, number] = picture.exec(file) ?? []
    if (number) files.set(number, file)
  }
  for (const [number, file] of files) app.get(`/slides/${number}.svg`, (_req, reply) => reply.sendFile(file, folder))
}
