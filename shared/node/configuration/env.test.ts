import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { providerEnv } from '../providers/registry.ts'
import { ConfigurationError, loadDatabaseUrl, loadEnv, loadGrantUrls, loadMigrationUrls } from './env.ts'

const webhookKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')
const good = {
  DATABASE_URL: 'postgres://app:secret@db.example.gov/alerts',
  PUBLIC_URL: 'https://alerts.example.gov/',
  APP_SECRET: 'thirty-two characters, or even more',
  EMAIL_TRANSPORT: 'smtp',
  SMTP_URL: 'smtp://mail.example.gov:587',
  EMAIL_FROM: 'alerts@example.gov',
  SMS_TRANSPORT: 'none',
}

function faults(source: Record<string, string | undefined>): string[] {
  try {
    loadEnv(source)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults
    throw error
  }
}

test('reads a complete configuration, with defaults and without the last slash', () => {
  expect(loadEnv(good)).toMatchObject({
    PUBLIC_URL: 'https://alerts.example.gov',
    HOST: '127.0.0.1',
    PORT: 3000,
    TRUSTED_PROXY: [],
    LEGACY_DATABASE_HOSTS: [],
  })
})

test('gives the demo on the loopback of IPv6 a valid address', () => {
  const env = loadEnv({ ...good, PUBLIC_URL: '', EMBEDDED_DATABASE: '1', HOST: '::1', PORT: '3100' })
  expect(new URL(env.PUBLIC_URL).origin).toBe('http://[::1]:3100')
  // Bound to the number as before.
  expect(loadEnv({ ...good, PUBLIC_URL: '', EMBEDDED_DATABASE: '1', PORT: '3100' })).toMatchObject({
    PUBLIC_URL: 'http://localhost:3100',
    HOST: '127.0.0.1',
  })
})

const open = { PUBLIC_URL: 'https://alerts.example.gov' }
const sample = 'only-for-trying-change-me-before-use'
test.each<[name: string, changed: Record<string, string>, named: string[]]>([
  ['the sample secret at a public address', { ...open, APP_SECRET: sample }, ['APP_SECRET']],
  ['the same on this machine', { PUBLIC_URL: 'http://localhost:3000', APP_SECRET: sample }, []],
  ['the same by a number', { PUBLIC_URL: 'http://127.0.0.2:3000', APP_SECRET: sample }, []],
  ['the same by IPv6', { PUBLIC_URL: 'http://[::1]:3000', APP_SECRET: sample }, []],
  ['a name that only begins so', { PUBLIC_URL: 'https://localhost.example.gov', APP_SECRET: sample }, ['APP_SECRET']],
  ['the demo, on this machine', { PUBLIC_URL: '', EMBEDDED_DATABASE: '1', APP_SECRET: sample }, []],
  ['a repetitive secret', { ...open, APP_SECRET: 'ab'.repeat(20) }, ['APP_SECRET']],
  ['the sample as the previous secret', { ...open, APP_SECRET_PREVIOUS: sample }, ['APP_SECRET_PREVIOUS']],
  ['a previous secret that is too short', { ...open, APP_SECRET_PREVIOUS: 'short' }, ['APP_SECRET_PREVIOUS']],
  ['a repetitive token', { ...open, METRICS_TOKEN: '1'.repeat(20) }, ['METRICS_TOKEN']],
  ['the words of the guide', { ...open, APP_SECRET: 'the output of: openssl rand -base64 48' }, ['APP_SECRET']],
  [
    'passwords of the guide',
    { ...open, DATABASE_URL: 'postgres://app:APP-PASSWORD@db/a', SMTP_URL: 'smtp://user:password@mail:587' },
    ['DATABASE_URL', 'SMTP_URL'],
  ],
  ['plain http', { PUBLIC_URL: 'http://alerts.example.gov' }, ['PUBLIC_URL']],
  ['plain http, of the demo too', { PUBLIC_URL: 'http://alerts.example.gov', EMBEDDED_DATABASE: '1' }, ['PUBLIC_URL']],
  [
    'all of the text',
    { PUBLIC_URL: 'http://10.0.0.5', APP_SECRET: sample, METRICS_TOKEN: '1'.repeat(20) },
    ['APP_SECRET', 'METRICS_TOKEN', 'PUBLIC_URL'],
  ],
])('%s', (_name, changed, named) => {
  expect(
    faults({ ...good, ...changed })
      .map((fault) => fault.split(' ')[0])
      .toSorted(),
  ).toEqual(named)
})

test.each<[given: string, previous: string[]]>([
  ['', []],
  ['one secret, with commas, of last year', ['one secret, with commas, of last year']],
  [
    'aR0m4kYcVZ1qk2bT8yJ6pWnD5xLfHs3u, bR0m4kYcVZ1qk2bT8yJ6pWnD5xLfHs3u',
    [
      'aR0m4kYcVZ1qk2bT8yJ6pWnD5xLfHs3u',
      'bR0m4kYcVZ1qk2bT8yJ6pWnD5xLfHs3u',
      'aR0m4kYcVZ1qk2bT8yJ6pWnD5xLfHs3u, bR0m4kYcVZ1qk2bT8yJ6pWnD5xLfHs3u',
    ],
  ],
])('APP_SECRET_PREVIOUS=%s', (given, previous) => {
  expect(loadEnv({ ...good, APP_SECRET_PREVIOUS: given }).APP_SECRET).toEqual({ newest: good.APP_SECRET, previous })
})

test('names all faults together', () => {
  const found = faults({
    ...good,
    DATABASE_URL: 'mysql://x',
    APP_SECRET: 'short',
    PORT: '99999',
    TRUSTED_PROXY: '10.0.0.0/8, nonsense',
    COUNTY_TIME_ZONE: 'Mars/Olympus',
    METRICS_TOKEN: 'short',
    LOG_LEVEL: 'loud',
    SLIDES_DIR: 'no/such/folder',
    TRANSLATIONS_DIR: 'no/such/folder',
    LEGACY_DATABASE_HOSTS: 'old.example.gov, postgres://old.example.gov/x',
    PUBLIC_URL: undefined,
    SMTP_URL: undefined,
    SMS_TRANSPORT: 'twilio',
    TWILIO_FROM: '+16125550100',
  })
  const named = found.map((fault) => fault.split(' ')[0] ?? '')
  expect(named.toSorted()).toEqual([
    'APP_SECRET',
    'COUNTY_TIME_ZONE',
    'DATABASE_URL',
    'LEGACY_DATABASE_HOSTS',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'PORT',
    'PUBLIC_URL',
    'SLIDES_DIR',
    'SMTP_URL',
    'TRANSLATIONS_DIR',
    'TRUSTED_PROXY',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_AUTH_TOKEN',
  ])
})

test.each<[string, Record<string, string | undefined>]>([
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://app:12#w@db.example.gov/alerts' }],
  ['APP_SECRET', { APP_SECRET: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://clerk:geese@alerts.example.gov' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://clerk@alerts.example.gov' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://alerts.example.gov/?key=geese' }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['EMAIL_FROM', { EMAIL_FROM: '' }],
  ['EMAIL_FROM', { EMAIL_FROM: 'the county' }],
  ['EMAIL_TRANSPORT', { EMAIL_TRANSPORT: 'outbox' }],
  ['EMAIL_TRANSPORT', { EMAIL_TRANSPORT: 'pigeon' }],
  ['SENDGRID_API_KEY', { EMAIL_TRANSPORT: 'sendgrid', SENDGRID_WEBHOOK_KEY: webhookKey }],
  ['SENDGRID_WEBHOOK_KEY', { EMAIL_TRANSPORT: 'sendgrid', SENDGRID_API_KEY: 'SG.x', SENDGRID_WEBHOOK_KEY: 'key' }],
  ['TWILIO_AUTH_TOKEN', { SMS_TRANSPORT: 'twilio', TWILIO_ACCOUNT_SID: 'AC0', TWILIO_FROM: '+16125550100' }],
  ['HOST', { EMBEDDED_DATABASE: '1', HOST: '0.0.0.0' }],
  ['MIGRATE_DATABASE_URL', { MIGRATE_DATABASE_URL: 'alerts' }],
])('names %s alone', (key, changed) => {
  const found = faults({ ...good, ...changed })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(new RegExp(`^${key} (is required|must|outbox)`))
})

test('requires only its addresses for a migration, and checks them', () => {
  expect(loadMigrationUrls({ DATABASE_URL: '', MIGRATE_DATABASE_URL: good.DATABASE_URL })).toEqual({
    MIGRATE_DATABASE_URL: good.DATABASE_URL,
  })
  expect(() => loadGrantUrls({ DATABASE_URL: '', MIGRATE_DATABASE_URL: good.DATABASE_URL })).toThrow(
    'DATABASE_URL is required with MIGRATE_DATABASE_URL; it names the role of server and worker',
  )
  expect(loadGrantUrls({ DATABASE_URL: good.DATABASE_URL })).toEqual({ DATABASE_URL: good.DATABASE_URL })
  expect(loadGrantUrls({})).toEqual({})
  const wrong = () => loadMigrationUrls({ DATABASE_URL: 'alerts', MIGRATE_DATABASE_URL: 'mysql://x' })
  expect(wrong).toThrow(/2 errors:\n {2}- DATABASE_URL must.*\n {2}- MIGRATE_DATABASE_URL must/)
})

test('requires only the database for a command, if one is configured', () => {
  expect(loadDatabaseUrl({ DATABASE_URL: good.DATABASE_URL, PORT: 'none' })).toBe(good.DATABASE_URL)
  for (const source of [{}, { DATABASE_URL: '' }]) expect(loadDatabaseUrl(source)).toBeUndefined()
  expect(() => loadDatabaseUrl({ DATABASE_URL: 'notaurl' })).toThrow(
    /^The configuration has an error: DATABASE_URL must/,
  )
})

test('explains every variable in .env.example, and no other', () => {
  const source = readFileSync(new URL('env.ts', import.meta.url), 'utf8')
  const own = [...source.matchAll(/^ {4}([A-Z_]+):/gm)].map((match) => match[1])
  const known = [...new Set([...own, ...Object.keys(providerEnv)])]
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const explained = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
  // Variables that only the start script sets.
  const wanted = known.filter((key) => key !== 'EMBEDDED_DATABASE')
  expect(explained.toSorted()).toEqual(wanted.toSorted())
})
