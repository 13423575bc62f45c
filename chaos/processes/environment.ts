import { standInEnv } from '#tests/standins/environment.ts'
import type { SendgridStandIn } from '#tests/standins/sendgrid.ts'

/** The secret that signs everything, and the others that are accepted. */
export type Secrets = [newest: string, other: string]

export const makeSecrets = (): Secrets => [
  'only what is broken on purpose is signed with this',
  'and with this after a change, which everybody accepts',
]

export const toSecretEnv = ([newest, other]: Secrets): NodeJS.ProcessEnv => ({
  APP_SECRET: newest,
  APP_SECRET_PREVIOUS: other,
})
/** The token for reading a server's metrics. */
export const metricsToken = 'figures are read by chaos 4817'

/** Environment of server and worker, with the stand-in providers. */
export const toProcessEnv = (
  databaseUrl: string,
  { sendgrid, twilio }: { sendgrid: SendgridStandIn; twilio: { url: string } },
  { port, publicPort }: { port: number; publicPort: number },
): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
  HOST: '127.0.0.1',
  PORT: String(port),
  ...toSecretEnv(makeSecrets()),
  ...standInEnv(sendgrid, twilio),
  STATE_DIR: 'none',
  // Enough time for a balancer that polls ten times a second.
  DRAIN_SECONDS: '1',
  METRICS_TOKEN: metricsToken,
  LOG_LEVEL: 'error',
})
