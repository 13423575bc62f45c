import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '../support/cannot-start.ts'

/** The requested port is in use. */
export class PortTaken extends CannotStart {
  constructor(port: number) {
    super(`Another program is using port ${port}. Free it, or choose another: PORT=${port + 1} npm start`)
  }
}

type PortRequest = {
  /** The port required by PORT. */
  wanted?: number | undefined
  /** Otherwise the first free port from here. */
  from?: number
  /** Milliseconds for which a predecessor just killed may still hold its port. */
  patience?: number
}

/**
 * The port to serve on.
 * @throws PortTaken if the requested one is in use
 */
export async function choosePort(
  host: string,
  { wanted, from = 3000, patience = 0 }: PortRequest = {},
): Promise<number> {
  const first = wanted ?? from
  const until = Date.now() + patience
  for (;;) {
    const free = await tryPort(host, first)
    if (free) return free
    if (Date.now() >= until) break
    await wait(50)
  }
  if (wanted !== undefined) throw new PortTaken(wanted)
  for (let port = first + 1; port < first + 20; port++) {
    const free = await tryPort(host, port)
    if (free) return free
  }
  const any = await tryPort(host, 0)
  if (any) return any
  throw new CannotStart(`Cannot open a port on ${host}.`)
}

/** Opens and closes the port: returns its number, or undefined if it is in use. 0 finds any free one. */
function tryPort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    probe.listen(port, host, () => {
      const { port: opened } = probe.address() as { port: number }
      probe.close(() => resolve(opened))
    })
  })
}
