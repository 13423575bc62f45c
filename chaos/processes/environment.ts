import { standInEnv } from '#tests/standins/environment.ts'
import type { SendgridStandIn } from '#tests/standins/sendgrid.ts'

/** `APP_SECRET` of servers and workers when they first start. */
export const firstSecret = 'only what is broken on purpose is signed with this'
/** Whoever has it reads a server's metrics. */
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
  APP_SECRET: firstSecret,
  ...standInEnv(sendgrid, twilio),
  STATE_DIR: 'none',
  // Enough time for a balancer that polls ten times a second.
  DRAIN_SECONDS: '1',
  METRICS_TOKEN: metricsToken,
  LOG_LEVEL: 'error',
})
