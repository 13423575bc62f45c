import { type Env, loadEnv } from '#shared/node/env.ts'

/** The configuration of server and worker in a benchmark: as in production, with a provider that is not one. */
export function benchEnv(databaseUrl: string, providerUrl = 'http://127.0.0.1:9'): Env {
  return loadEnv({
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://127.0.0.1:0',
    PORT: '0',
    APP_SECRET: 'only benchmarks are signed with this text',
    EMAIL_TRANSPORT: 'sendgrid',
    EMAIL_FROM: 'alerts@bench.example',
    SENDGRID_API_KEY: 'SG.benchmark',
    SENDGRID_BASE_URL: providerUrl,
    SENDGRID_WEBHOOK_KEY: 'not called',
    SMS_TRANSPORT: 'none',
    LOG_LEVEL: 'error',
  })
}
