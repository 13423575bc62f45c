import { readFileSync } from 'node:fs'
import type { Env } from './env.ts'

/** The version that package.json states. */
export function readProgramVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

/** What a process says of itself when it has started: nothing secret. */
export const describeStart = (env: Pick<Env, 'PUBLIC_URL' | 'EMAIL_TRANSPORT' | 'SMS_TRANSPORT'>) => ({
  version: readProgramVersion(),
  publicUrl: env.PUBLIC_URL,
  email: env.EMAIL_TRANSPORT,
  texts: env.SMS_TRANSPORT,
})
