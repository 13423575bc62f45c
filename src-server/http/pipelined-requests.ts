import type { FastifyInstance } from 'fastify'

/**
 * Requests of one connection that may wait for answers. Browsers and proxies send one after another; a caller with more
 * does not read the answers.
 */
const maxInFlight = 32

/**
 * Closes a connection that sends requests faster than it reads answers. Node parses all requests of a chunk together,
 * thousands of them, and keeps their answers: a few connections would hold a server's time and memory for minutes, even
 * after their callers left.
 */
export function limitPipelining(app: FastifyInstance): void {
  const inFlight = new WeakMap<object, number>()
  app.addHook('onRequest', (req, reply, done) => {
    const { socket } = req.raw
    const now = (inFlight.get(socket) ?? 0) + 1
    if (socket.destroyed || now > maxInFlight) {
      reply.hijack()
      socket.destroy()
      return
    }
    inFlight.set(socket, now)
    reply.raw.once('finish', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1))
    done()
  })
}
