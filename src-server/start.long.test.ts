import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { startServer } from './start.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function asOwner(text: string, url = database.ownerUrl): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

describe('refuses to start, with one plain line', () => {
  test.each([
    [
      'on an older schema',
      'delete from schema_migration where version > 1',
      /is at version 1; this program needs \d+.*migrate/,
    ],
    ['on no schema', 'drop table schema_migration', /no schema yet.*npm run migrate/],
    [
      'on a newer schema marked breaking',
      `insert into schema_migration (version, name, breaking) values (9999, 'later', true)`,
      /newer than this program.*Start the newer program/,
    ],
    [
      'on a restore that has not finished',
      `insert into schema_migration (version, name, breaking) values (2147483647, 'restore not finished', true)`,
      /^A restore into this database has not finished\. Run "npm run restore" with the same file again/,
    ],
  ])('%s', async (_what, change, message) => {
    const other = await createTestDatabase()
    try {
      await asOwner(change, other.ownerUrl)
      await expect(startServer(testEnv(other.appUrl))).rejects.toThrow(message)
    } finally {
      await other.drop()
    }
  })

  test('where the database does not answer', async () => {
    const gone = new URL(database.appUrl)
    gone.pathname = '/no_such_database'
    await expect(startServer(testEnv(gone.href))).rejects.toThrow(
      'Cannot reach the database in DATABASE_URL (database "no_such_database" does not exist).',
    )
  })

  test('where the port is taken', async () => {
    const first = await startServer(testEnv(database.appUrl))
    try {
      const port = new URL(first.address).port
      await expect(startServer(testEnv(database.appUrl, { PORT: port }))).rejects.toThrow(`port ${port} on 127.0.0.1`)
    } finally {
      await first.stop()
    }
  })
})

test('starts on a newer schema that an older program can live with', async () => {
  const other = await createTestDatabase()
  try {
    await asOwner(
      `insert into schema_migration (version, name, breaking) values (9999, 'later', false)`,
      other.ownerUrl,
    )
    await (await startServer(testEnv(other.appUrl), { listen: false })).stop()
  } finally {
    await other.drop()
  }
})

test('with port 0 the public address is the true one', async () => {
  const { PUBLIC_URL: _, ...env } = testEnv(database.appUrl)
  const server = await startServer({ ...env, PUBLIC_URL: 'http://127.0.0.1:0' })
  try {
    expect(server.deps.env.PUBLIC_URL).toBe(server.address)
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  } finally {
    await server.stop()
  }
})

test('a running request is finished before the server stops', async () => {
  const server = await startServer(testEnv(database.appUrl))
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { current } = server.deps.settings
  server.deps.settings.current = async () => {
    asked.resolve()
    await held.promise
    return current()
  }
  const answer = fetch(`${server.address}/api/auth/loginPageSlides`)
  await asked.promise
  const stopped = server.stop()
  await expect(fetch(`${server.address}/healthz`)).rejects.toThrow()
  held.resolve()
  expect((await answer).status).toBe(200)
  await stopped
})

// Programs of their own start slowly on a busy machine.
describe('as a process', { timeout: 60_000 }, () => {
  const main = path.resolve(import.meta.dirname, 'main.ts')
  const start = (env: Record<string, string>) => {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const output = { log: '', err: '' }
    child.stdout?.on('data', (chunk: Buffer) => (output.log += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
    return { child, output }
  }

  test('lists every fault of the configuration and ends with status 78', async () => {
    const { child, output } = start({ PORT: 'many', EMAIL_TRANSPORT: 'pigeon' })
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(78)
    for (const key of ['DATABASE_URL', 'APP_SECRET', 'PORT', 'EMAIL_TRANSPORT'])
      expect(output.err).toContain(`- ${key} `)
    expect(output.err).not.toContain('    at ')
  })

  test('ends with one plain line and status 1, so that it is tried again, where the database is away', async () => {
    const { child, output } = start({
      DATABASE_URL: 'postgres://app@127.0.0.1:1/alerts',
      APP_SECRET: 'a secret of tests, thirty-two characters',
      STATE_DIR: 'none',
      EMBEDDED_DATABASE: '1',
      PORT: '0',
      LOG_LEVEL: 'error',
    })
    const [code] = (await once(child, 'close')) as [number]
    expect([code, output.err]).toEqual([
      1,
      'Cannot reach the database in DATABASE_URL (connect ECONNREFUSED 127.0.0.1:1).\n',
    ])
  })

  test.each(['SIGTERM', 'disconnect'] as const)('tells where it listens, and stops on %s', async (how) => {
    const { child, output } = start({
      DATABASE_URL: database.appUrl,
      APP_SECRET: 'a secret of tests, thirty-two characters',
      STATE_DIR: 'none',
      EMBEDDED_DATABASE: '1',
      PORT: '0',
      LOG_LEVEL: 'info',
    })
    const [message] = (await once(child, 'message')) as [{ ready: boolean; address: string }]
    expect(message.ready).toBe(true)
    expect((await fetch(`${message.address}/readyz`)).status).toBe(200)
    await vi.waitUntil(() => /"server\.started".*\n/.test(output.log), { timeout: 60_000 })
    const line = output.log.split('\n').find((one) => one.includes('"server.started"')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      address: message.address,
      publicUrl: message.address,
      version: expect.stringMatching(/^\d/) as string,
      email: 'outbox',
      texts: 'outbox',
    })
    if (how === 'SIGTERM') child.kill('SIGTERM')
    else child.disconnect()
    const [code] = (await once(child, 'exit')) as [number]
    expect([code, output.err]).toEqual([0, ''])
  })
})
