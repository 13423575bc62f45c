import { type Env, loadEnv } from '#shared/node/configuration/env.ts'

/** Environment variables like the embedded demo's, with any free port and no log. */
export const testVariables = (databaseUrl: string, overrides: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'http://localhost',
  PORT: '0',
  APP_SECRET: 'a secret of tests, thirty-two characters',
  EMBEDDED_DATABASE: '1',
  LOG_LEVEL: 'silent',
  STATE_DIR: 'none',
  METRICS_TOKEN: 'figures are read by tests 4817',
  ...overrides,
})

/** The parsed configuration. */
export const testEnv = (databaseUrl: string, overrides: Record<string, string> = {}): Env => ({
  ...loadEnv(testVariables(databaseUrl, overrides)),
  // A reserved name over plain http, which a real configuration may not use.
  ...(!overrides.PUBLIC_URL && { PUBLIC_URL: 'http://alerts.test' }),
})
