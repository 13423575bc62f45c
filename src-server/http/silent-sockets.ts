import type { Server } from 'node:http'

/**
 * Closes new connections on which nothing comes: Node's own limits begin with the first byte of a request, so that one
 * caller could hold every file handle of the process by connecting alone. From the first byte on those limits hold,
 * and between requests the one for kept-alive connections.
 */
export function closeSilentSockets(server: Server, ms: number): void {
  // Node destroys a socket whose time is up unless somebody listens for that.
  server.on('connection', (socket) => socket.setTimeout(ms))
  // A request may take longer than that to be answered, as reports do.
  server.prependListener('request', ({ socket }) => socket.setTimeout(0))
}
