import type { Server } from 'node:http'

/**
 * Closes new connections that send nothing: Node's own limits begin with the first byte of a request, so one caller
 * could hold every file handle of the process just by connecting. From the first byte on Node's limits apply, and
 * between requests its keep-alive limit.
 */
export function closeSilentSockets(server: Server, ms: number): void {
  // Node destroys a timed-out socket unless it has a listener for the event.
  server.on('connection', (socket) => socket.setTimeout(ms))
  // Answers such as reports may take longer.
  server.prependListener('request', ({ socket }) => socket.setTimeout(0))
}
