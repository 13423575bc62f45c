import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { metricNames } from '#server/features/monitoring/metrics.ts'
import { startServer } from '#server/start.ts'
import { ConfigurationError, loadEnv } from '#shared/node/configuration/env.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { parseSettings } from '../scripts/bootstrap/settings-file.mjs'
import { testEnv, testVariables } from './helpers/environment.ts'

/** What docs/operations.md says, held against the program and a real database. */
const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/operations.md'), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found as string)

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

test('the SQL of the installation makes two roles and a database that the service runs on', async () => {
  const cluster = inject('testCluster')
  if ('failure' in cluster) throw new Error(cluster.failure)
  // Roles belong to the whole cluster, which other tests use too.
  const name = `guide_${randomBytes(4).toString('hex')}`
  const sql = /```sql\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const statements = sql
    .replaceAll('land_alerts', name)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  expect(statements).toHaveLength(5)
  const admin = await connectTo(cluster.adminUrl)
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    for (const role of ['owner', 'app']) await admin.query(`drop role if exists ${name}_${role}`)
    await admin.end()
  })
  for (const statement of statements) await admin.query(statement)

  const urlOf = (role: 'owner' | 'app', password: string) => {
    const url = new URL(cluster.adminUrl)
    return Object.assign(url, { username: `${name}_${role}`, password, pathname: `/${name}` }).href
  }
  const appUrl = urlOf('app', 'APP-PASSWORD')
  await migrate({ ownerUrl: urlOf('owner', 'OWNER-PASSWORD'), appRole: `${name}_app` })

  const server = await startServer(testEnv(appUrl), { listen: false })
  onTestFinished(() => server.stop())
  expect((await server.app.inject('/readyz')).json()).toEqual({ ok: true })
  const app = await connectTo(appUrl)
  onTestFinished(() => app.end())
  await app.query('create temporary table of_the_worker (id integer)')
  for (const forbidden of ['create table mine (id integer)', 'update audit_log set type = type', 'drop table alert'])
    await expect(app.query(forbidden)).rejects.toThrow(/permission denied|must be owner/)
  const stranger = await admin.query<{ may: boolean }>(
    `select has_database_privilege('public', $1, 'connect') as may`,
    [name],
  )
  expect(stranger.rows[0]?.may).toBe(false)
})

test('every metric is in the table, and no other is named', () => {
  const table = /<!-- metrics -->\n([\s\S]*?)<!-- \/metrics -->/.exec(guide)?.[1] ?? ''
  expect(all(table, /^\| `(\w+)` \|/gm).toSorted()).toEqual([...metricNames].toSorted())
  const named = all(guide, /land_alerts_(\w+?)\b(?=[`{ ])/g).filter(
    (name) => !['owner', 'app', 'broken'].includes(name),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !metricNames.includes(name))).toEqual([])
})

test('every log event that the guide names is in its table', () => {
  const table = /<!-- log events -->\n([\s\S]*?)<!-- \/log events -->/.exec(guide)?.[1] ?? ''
  const listed = all(table, /^\| `([\w.]+)` \|/gm)
  const alarms = /^Alarm on these \[log events\].*$/m.exec(guide)?.[0] ?? ''
  const named = all(guide.replace(table, ''), /`([a-z_]+\.[a-z_]+)`/g).filter(
    (name) => !/\.(ts|md|yml|pem|key|conf)$/.test(name),
  )
  expect(all(alarms, /`([\w.]+)`/g).length).toBeGreaterThan(3)
  expect(named.filter((name) => !listed.includes(name) && name !== 'bootstrap.dcs')).toEqual([])
})

test('DATABASE_URL takes one host, as the guide says', () => {
  const variables = testVariables('postgres://app:x@10.0.0.21:5432,10.0.0.22:5432/land_alerts')
  expect(() => loadEnv(variables)).toThrow(ConfigurationError)
})

test('the settings of the installation start', () => {
  const block = all(guide, /```\n\s*(DATABASE_URL=[\s\S]*?)```/g)[0] ?? ''
  const given = parseSettings(block)
  expect(given.APP_SECRET).toBe('the output of: openssl rand -base64 48')
  const faults = () => {
    try {
      return [loadEnv(given)]
    } catch (error) {
      return (error as ConfigurationError).faults.map((fault) => fault.split(' ')[0])
    }
  }
  // With the words of the guide where the county's own secrets belong.
  expect(faults().toSorted()).toEqual(['APP_SECRET', 'DATABASE_URL', 'METRICS_TOKEN', 'SMTP_URL'])
  const own = {
    APP_SECRET: randomBytes(48).toString('base64'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
    DATABASE_URL: given.DATABASE_URL?.replace('APP-PASSWORD', 'geese9lake'),
    SMTP_URL: given.SMTP_URL?.replace('password', 'geese9lake'),
  }
  expect(loadEnv({ ...given, ...own })).toMatchObject({
    PUBLIC_URL: 'https://alerts.example.gov',
    EMAIL_TRANSPORT: 'smtp',
    SMS_TRANSPORT: 'none',
  })
})

test('no command of the guide sources the settings in a shell', () => {
  expect(guide).toContain('export SETTINGS_FILE=/etc/land-alerts.env')
  expect(all(guide, /^ *((?:set -a|\. \/etc|source ).*)$/gm)).toEqual([])
})

test('a password with any character comes from the settings file to the program', () => {
  const [, password = '', encoded = ''] = /the password `([^`]+)` becomes `([^`]+)`/.exec(guide) ?? []
  const { DATABASE_URL, TWILIO_AUTH_TOKEN } = parseSettings(
    `DATABASE_URL=postgres://app:${encoded}@db/land_alerts\nTWILIO_AUTH_TOKEN=${password}`,
  )
  expect(decodeURIComponent(new URL(DATABASE_URL ?? '').password)).toBe(password)
  expect(TWILIO_AUTH_TOKEN).toBe(password)
})
