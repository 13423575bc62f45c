import type { FastifyInstance } from 'fastify'

/**
 * Requests of one connection that may wait for their answers at once. Browsers and proxies send one after the other;
 * what goes beyond that comes from somebody who does not read the answers.
 */
const maxInFlight = 32

/**
 * Closes a connection that sends requests faster than it reads answers. Node parses every request of a piece that came
 * in at once, thousands of them, and keeps their answers: a few connections would hold a server's time and memory for
 * minutes, also after they are gone.
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
