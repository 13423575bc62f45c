import { randomInt } from 'node:crypto'
import { choosePort, PortTaken } from '#scripts/start/port.ts'

/** Below the ports that systems give to connections: none of those takes it while its server is away. */
const [first, last] = [20_000, 32_000]

/** A free port for a server that may be stopped and started again. */
export async function chooseServerPort(): Promise<number> {
  const wanted = randomInt(first, last)
  try {
    return await choosePort('127.0.0.1', { wanted })
  } catch (error) {
    if (error instanceof PortTaken) return chooseServerPort()
    throw error
  }
}
