import { generateKeyPairSync } from 'node:crypto'
import { type Env, loadEnv } from '#shared/node/configuration/env.ts'

const webhookKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const webhookKey = webhookKeys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
/** Signs the provider's events, in PEM. */
export const webhookPrivateKey = webhookKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Configuration of server and worker in a benchmark: as in production, with a fake provider. */
export const benchSettings = (databaseUrl: string, providerUrl = 'http://127.0.0.1:9') => ({
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'http://127.0.0.1:0',
  PORT: '0',
  APP_SECRET: 'only benchmarks are signed with this text',
  EMAIL_TRANSPORT: 'sendgrid',
  EMAIL_FROM: 'alerts@bench.example',
  SENDGRID_API_KEY: 'SG.benchmark',
  SENDGRID_BASE_URL: providerUrl,
  SENDGRID_WEBHOOK_KEY: webhookKey,
  SMS_TRANSPORT: 'none',
  STATE_DIR: 'none',
  LOG_LEVEL: 'error',
})

export const benchEnv = (databaseUrl: string, providerUrl?: string): Env =>
  loadEnv(benchSettings(databaseUrl, providerUrl))
