import { readProgramVersion } from '../platform/program-version.ts'
import type { Env } from './env.ts'

/** A process's description of itself when it has started: nothing secret. */
export const describeStart = (env: Pick<Env, 'PUBLIC_URL' | 'EMAIL_TRANSPORT' | 'SMS_TRANSPORT'>) => ({
  version: readProgramVersion(),
  publicUrl: env.PUBLIC_URL,
  email: env.EMAIL_TRANSPORT,
  texts: env.SMS_TRANSPORT,
})
