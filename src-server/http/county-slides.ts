import { readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const picture = /^([1-6])\.(svg|png|jpe?g|webp)$/i

/**
 * The county's own pictures for the login page, in place of the shipped ones of the same number: 1.png of SLIDES_DIR is
 * sent where the page asks for /slides/1.svg. After the client's files, whose way of sending them it uses.
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
