import { isLoopback } from '../platform/host-and-port.ts'
import { findWeakness, hasSamplePassword } from './weak-secret.ts'

/** The minimum number of characters in APP_SECRET. */
export const minSecretLength = 32

const cure = 'Generate one with: openssl rand -base64 48'
const secretFaults = {
  sample: `must not be a published sample. ${cure}`,
  repetitive: `must be harder to guess; this value repeats itself. ${cure}`,
}

type OpenToOthers = {
  PUBLIC_URL?: string | undefined
  EMBEDDED_DATABASE?: string | undefined
  APP_SECRET?: string | undefined
  APP_SECRET_PREVIOUS?: string[] | string | undefined
  METRICS_TOKEN?: string | undefined
  DATABASE_URL?: string | undefined
  MIGRATE_DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
}

const addressKeys = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'SMTP_URL'] as const

/** Faults that are allowed while the service runs on the operator's own machine, but not once others can reach it. */
export function publicFaults(env: OpenToOthers): [key: string, fault: string][] {
  const { protocol, hostname } = URL.parse(env.PUBLIC_URL ?? '') ?? {}
  if (hostname === undefined ? env.EMBEDDED_DATABASE === '1' : isLoopback(hostname)) return []
  const faults: [string, string][] = []
  if (protocol === 'http:')
    faults.push([
      'PUBLIC_URL',
      'must begin with https:// unless it is http://localhost. Put a TLS proxy in front of the server',
    ])
  const given = {
    APP_SECRET: [env.APP_SECRET],
    // Still the raw text if the value has a fault of its own.
    APP_SECRET_PREVIOUS: Array.isArray(env.APP_SECRET_PREVIOUS) ? env.APP_SECRET_PREVIOUS : [],
    METRICS_TOKEN: [env.METRICS_TOKEN],
  }
  for (const [key, values] of Object.entries(given)) {
    // A secret that is too short already has its own fault.
    const shortest = key === 'METRICS_TOKEN' ? 16 : minSecretLength
    const weak = values
      .map((value) => (value && value.length >= shortest ? findWeakness(value) : null))
      .find((found) => found !== null)
    if (weak && key === 'APP_SECRET_PREVIOUS')
      faults.push([
        key,
        'must not contain a secret that others can guess, because they could still sign links with it. Remove it',
      ])
    else if (weak) faults.push([key, secretFaults[weak]])
  }
  for (const key of addressKeys)
    if (hasSamplePassword(env[key] ?? ''))
      faults.push([key, 'must not contain a password that our guides show. Choose your own'])
  return faults
}
