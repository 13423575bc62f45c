import { type Env, loadEnv } from '#shared/node/platform/env.ts'

/** The variables of a configuration like that of the embedded demo, on any free port, silent. */
export const testVariables = (databaseUrl: string, overrides: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'http://localhost',
  PORT: '0',
  APP_SECRET: 'a secret of tests, thirty-two characters',
  EMBEDDED_DATABASE: '1',
  LOG_LEVEL: 'silent',
  STATE_DIR: 'none',
  METRICS_TOKEN: 'metrics token of tests',
  ...overrides,
})

/** That configuration, read. */
export const testEnv = (databaseUrl: string, overrides: Record<string, string> = {}): Env => ({
  ...loadEnv(testVariables(databaseUrl, overrides)),
  // A name that is nobody's, over plain http; a configuration may not have it.
  ...(!overrides.PUBLIC_URL && { PUBLIC_URL: 'http://alerts.test' }),
})
