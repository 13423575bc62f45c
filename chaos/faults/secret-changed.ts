import { randomBytes } from 'node:crypto'
import { type Cast, type FaultKind, noChoice } from './fault.ts'

/**
 * `APP_SECRET` is changed as docs/operations.md describes: first everybody accepts the new one, then everybody uses it.
 * Workers are killed, so that messages signed with either are in doubt.
 */
export const secretChanged: FaultKind = {
  label: 'change of APP_SECRET',
  refuses: 'nobody',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ servers, workers }) => [...servers, ...workers],
  inject: async (cast) => {
    const [old = ''] = cast.secrets
    const changed = randomBytes(30).toString('base64url')
    await restartWith(cast, [old, changed])
    await restartWith(cast, [changed, old])
    cast.secrets.unshift(changed)
  },
}

async function restartWith({ servers, workers }: Cast, [newest, previous]: [string, string]): Promise<void> {
  const env = { APP_SECRET: newest, APP_SECRET_PREVIOUS: previous }
  for (const server of servers) await server.restart('SIGTERM', { env })
  for (const worker of workers) await worker.restart('SIGKILL', { env })
}
