import ipaddr from 'ipaddr.js'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isLoopback, parseHostAndPort, toDemoHost, toUrlHost } from '../platform/host-and-port.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { absent, httpAddress } from '../providers/common/env-values.ts'
import { findProvider, providerEnv, providersFor } from '../providers/registry.ts'
import { minSecretLength, publicFaults } from './public-faults.ts'

/** Lists every fault of the configuration, one line each; a single fault is one line in total. */
export class ConfigurationError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      faults.length === 1
        ? `The configuration has an error: ${faults[0]}`
        : `The configuration has ${faults.length} errors:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

const databaseAddress = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be an address such as postgres://user:password@host:5432/name',
  })
  // In a password, it would cut off the rest of the address.
  .refine((address) => !URL.parse(address)?.hash, "must not contain '#'; write it as %23")
const timeZone = z.preprocess(
  absent,
  z
    .string()
    .refine((zone) => {
      try {
        return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
      } catch {
        return false
      }
    }, 'must be a time zone such as America/Chicago')
    .default('America/Chicago'),
)
const stateCode = z.preprocess(
  absent,
  z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as MN')
    .default('MN'),
)
/** A list separated by commas, each part of which must pass. */
const toList = (isOne: (part: string) => boolean, fault: (part: string) => string) =>
  z.string().transform((text, ctx) => {
    const list = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    for (const part of list) if (!isOne(part)) ctx.addIssue({ code: 'custom', message: fault(part) })
    return list
  })

const proxies = toList(
  (part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part),
  (part) => `must be addresses or ranges (10.0.0.0/8), separated by commas; '${part}' is neither`,
)
const hosts = toList(
  (part) => parseHostAndPort(part) !== undefined,
  // Does not quote the part: it may be a whole connection string with its password.
  () => 'must be hosts (host or host:port), separated by commas',
)

/** One secret, or several separated by commas. A single secret may contain commas, so the whole text counts as one too. */
const secrets = z
  .string()
  .min(minSecretLength, `must have at least ${minSecretLength} characters each`)
  .transform((text) => {
    const parts = text.split(',').map((part) => part.trim())
    return parts.length > 1 && parts.every((part) => part.length >= minSecretLength) ? [...parts, text] : [text]
  })

const folder = z.string().refine((name) => {
  try {
    return Boolean(readdirSync(name))
  } catch {
    return false
  }
}, 'must be a readable folder')

/** 'a, b or c' */
const joinChoices = (choices: string[]): string => `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
const textChoices = [...providersFor('PHONE'), 'none' as const]

const programFolder = path.resolve(import.meta.dirname, '../../..')

/** Checks rules between values even if a value has a fault, so that an operator sees the complete list. */
const alwaysCheck = { when: () => true }

const schema = z
  .object({
    DATABASE_URL: databaseAddress,
    // Only for the start and migrate scripts.
    MIGRATE_DATABASE_URL: z.preprocess(absent, databaseAddress.optional()),
    PUBLIC_URL: z.preprocess(
      absent,
      httpAddress
        // Every link in a message begins with it. The fault does not quote it.
        .refine((address) => {
          const { username, password, search, hash } = URL.parse(address) ?? {}
          return !username && !password && !search && !hash
        }, "must not contain a username, a password, '?' or '#'")
        .optional(),
    ),
    HOST: z.preprocess(absent, z.string().default('127.0.0.1')),
    PORT: z.preprocess(
      absent,
      z.coerce.number({ error: 'must be a number from 0 to 65535' }).int().min(0).max(65535).default(3000),
    ),
    DRAIN_SECONDS: z.preprocess(
      absent,
      z.coerce.number({ error: 'must be a number of seconds, at most 300' }).int().min(0).max(300).optional(),
    ),
    APP_SECRET: z
      .string({ error: 'is required: at least 32 characters that nobody can guess' })
      .min(minSecretLength, `must have at least ${minSecretLength} characters`),
    APP_SECRET_PREVIOUS: z.preprocess(absent, secrets.default([])),
    COUNTY_TIME_ZONE: timeZone,
    COUNTY_STATE_CODE: stateCode,
    EMAIL_TRANSPORT: z.preprocess(
      absent,
      z.enum(providersFor('EMAIL'), { error: `must be ${joinChoices(providersFor('EMAIL'))}` }).default('outbox'),
    ),
    EMAIL_FROM: z.preprocess(absent, z.email('must be an email address').optional()),
    SMS_TRANSPORT: z.preprocess(
      absent,
      z.enum(textChoices, { error: `must be ${joinChoices(textChoices)}` }).default('outbox'),
    ),
    ...providerEnv,
    TRUSTED_PROXY: z.preprocess(absent, proxies.default([])),
    METRICS_TOKEN: z.preprocess(absent, z.string().min(16, 'must have at least 16 characters').optional()),
    LEGACY_DATABASE_HOSTS: z.preprocess(absent, hosts.default([])),
    SLIDES_DIR: z.preprocess(absent, folder.optional()),
    TRANSLATIONS_DIR: z.preprocess(absent, folder.optional()),
    // Created if it is missing. 'none' keeps no mark.
    STATE_DIR: z.preprocess(absent, z.string().default('.state')),
    LOG_LEVEL: z.preprocess(
      absent,
      z
        .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
        .default('info'),
    ),
    // Set only by the start script: the database is the embedded one, so the outbox may exist.
    EMBEDDED_DATABASE: z.preprocess(absent, z.literal('1').optional()),
  })
  .superRefine((env, ctx) => {
    const need = (key: string, why: string) => {
      if (!env[key as keyof typeof env]) ctx.addIssue({ code: 'custom', path: [key], message: `is required ${why}` })
    }
    for (const key of ['EMAIL_TRANSPORT', 'SMS_TRANSPORT'] as const)
      for (const [needed, hint] of Object.entries(findProvider(env[key])?.requires ?? {}))
        need(needed, `with ${key}=${env[key]}${hint}`)
    if (env.EMBEDDED_DATABASE !== '1') {
      need('PUBLIC_URL', 'with a DATABASE_URL: it begins every link in a message')
      if (!findProvider(env.EMAIL_TRANSPORT)?.demoOnly)
        need('EMAIL_FROM', `with EMAIL_TRANSPORT=${env.EMAIL_TRANSPORT}: the sender of every email`)
      for (const key of ['EMAIL_TRANSPORT', 'SMS_TRANSPORT'] as const)
        if (findProvider(env[key])?.demoOnly)
          ctx.addIssue({
            code: 'custom',
            path: [key],
            message: `${env[key]} works only with the embedded database; choose another transport`,
          })
    }
    for (const [key, message] of publicFaults(env)) ctx.addIssue({ code: 'custom', path: [key], message })
    if (env.EMBEDDED_DATABASE === '1' && !isLoopback(env.HOST))
      ctx.addIssue({
        code: 'custom',
        path: ['HOST'],
        message: 'must be loopback with the embedded demo database; set DATABASE_URL to accept other connections',
      })
  }, alwaysCheck)
  .transform((env) => ({
    ...env,
    STATE_DIR: env.STATE_DIR === 'none' ? null : path.resolve(programFolder, env.STATE_DIR),
    APP_SECRET: createKeyring(env.APP_SECRET, env.APP_SECRET_PREVIOUS),
    // No load balancer checks /readyz in front of the demo.
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (env.EMBEDDED_DATABASE === '1' ? 0 : 5),
    // For the outbox, which no message leaves.
    EMAIL_FROM: env.EMAIL_FROM ?? 'alerts@localhost.localdomain',
    PUBLIC_URL: (
      env.PUBLIC_URL ??
      `http://${env.EMBEDDED_DATABASE === '1' ? toDemoHost(env.HOST) : toUrlHost(env.HOST)}:${env.PORT}`
    ).replace(/\/+$/, ''),
  }))

export type Env = z.infer<typeof schema>

type Source = Record<string, string | undefined>

/**
 * Reads and checks the complete configuration.
 * @throws ConfigurationError naming all faults
 */
export const loadEnv = (source: Source = process.env): Env => read(schema, source)

const migrationSchema = z.object({
  DATABASE_URL: z.preprocess(absent, databaseAddress.optional()),
  MIGRATE_DATABASE_URL: z.preprocess(absent, databaseAddress.optional()),
})

/**
 * The two addresses that a migration reads, each if it is set; it needs nothing else of the configuration.
 * @throws ConfigurationError naming all faults
 */
export const loadMigrationUrls = (source: Source = process.env) => read(migrationSchema, source)

/**
 * The addresses for a command that also grants the role of server and worker its rights, which DATABASE_URL names: with
 * MIGRATE_DATABASE_URL alone, it would grant them to the owner, and server and worker could read no table.
 * @throws ConfigurationError naming all faults
 */
export const loadGrantUrls = (source: Source = process.env) =>
  read(
    migrationSchema.refine((urls) => !urls.MIGRATE_DATABASE_URL || urls.DATABASE_URL, {
      path: ['DATABASE_URL'],
      message: 'is required with MIGRATE_DATABASE_URL; it names the role of server and worker',
    }),
    source,
  )

/**
 * The database that a command works on, if it is set; the command needs nothing else of the configuration.
 * @throws ConfigurationError if it is not an address
 */
export const loadDatabaseUrl = (source: Source = process.env): string | undefined =>
  read(migrationSchema.pick({ DATABASE_URL: true }), source).DATABASE_URL

/**
 * The county's state, for a command that sets a password; the command needs nothing else of the configuration.
 * @throws ConfigurationError if it is not a state's code
 */
export const loadStateCode = (source: Source = process.env) => read(z.object({ COUNTY_STATE_CODE: stateCode }), source)

/**
 * The county's time zone, for a command that reads or prints times; the command needs nothing else of the configuration.
 * @throws ConfigurationError if it is not a time zone
 */
export const loadTimeZone = (source: Source = process.env): string =>
  read(z.object({ COUNTY_TIME_ZONE: timeZone }), source).COUNTY_TIME_ZONE

function read<T>(wanted: z.ZodType<T>, source: Source): T {
  const result = wanted.safeParse(source)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => {
    const key = issue.path.join('.')
    const missing = source[key] === undefined && issue.code === 'invalid_type'
    return `${key} ${missing && !issue.message.startsWith('is required') ? `is required; it ${issue.message}` : issue.message}`
  })
  throw new ConfigurationError([...new Set(faults)])
}

/** Loads the configuration, or prints the list of faults and exits with status 78 (EX_CONFIG). */
export const loadEnvOrExit = (): Env => orExit(loadEnv)

/** Loads what a migration reads, in the same way. */
export const loadGrantUrlsOrExit = () => orExit(loadGrantUrls)

function orExit<T>(load: () => T): T {
  try {
    return load()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}
