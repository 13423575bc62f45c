import { type ChildProcess, spawn, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbedded } from '#scripts/database/embedded-postgres.ts'
import type { DemoFile } from '#scripts/demo/demo-file.ts'
import { confirmed, emailFor } from '#scripts/samples/demo-county.ts'
import { choosePort } from '#scripts/start/port.ts'
import { roles } from '#shared/contract/roles.ts'

/** `npm start` as a person uses it, in a copy of the repository of its own: the tests follow its life in order. */
const repository = path.resolve(import.meta.dirname, '../..')
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'start-'))
const started: Start[] = []

beforeAll(() => {
  fs.chmodSync(root, 0o755)
  const left = new Set(['node_modules', '.data', '.git', 'test-results'].map((name) => path.join(repository, name)))
  fs.cpSync(repository, root, { recursive: true, filter: (source) => !left.has(source) })
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'))
})
afterAll(async () => {
  for (const start of started) start.child.kill('SIGTERM')
  await vi.waitUntil(() => listRunning().length === 0, { timeout: 60_000 })
  fs.rmSync(root, { recursive: true, force: true })
})

type Start = { child: ChildProcess; output(): string; ready(): Promise<string>; over: Promise<number | null> }

function npmStart(environment: NodeJS.ProcessEnv = {}): Start {
  const { DATABASE_URL: _none, PORT: _free, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'scripts/start.ts'], {
    cwd: root,
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const over = once(child, 'close').then(([code]) => code as number | null)
  const start: Start = {
    child,
    over,
    output: () => output,
    ready: async () => {
      await vi.waitUntil(() => /^Ready: \S+\n/m.test(output) || child.exitCode !== null, { timeout: 120_000 })
      const address = /^Ready: (\S+)$/m.exec(output)?.[1]
      if (!address) throw new Error(`It did not start:\n${output}`)
      return address
    },
  }
  started.push(start)
  return start
}

const demo = () => JSON.parse(fs.readFileSync(path.join(root, '.data/demo.json'), 'utf8')) as DemoFile

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function messagesTo(target: string): Promise<{ text: string }[]> {
  const response = await fetch(`${demo().url}/outbox/messages?to=${encodeURIComponent(target)}`)
  return (await response.json()) as { text: string }[]
}

const answers = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/** Process ids and command lines of programs that run from the copy; a process that has ended has no command line. */
function listRunning(): string[] {
  const lines = fs.existsSync('/proc/self/cmdline')
    ? fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => `${pid} ${readCommandLine(pid)}`)
    : execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(root))
}

function readCommandLine(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The process with this in its command line. */
function findPid(part: string): number {
  const line = listRunning().find((text) => text.includes(part))
  if (!line) throw new Error(`${part} does not run.`)
  return Number.parseInt(line, 10)
}

let first: Start

test('the first start prints one final line with the address, and writes what is needed to use it', async () => {
  first = npmStart()
  const address = await first.ready()
  expect(
    first
      .output()
      .split('\n')
      .filter((line) => line.includes(address)),
  ).toEqual([`Ready: ${address}`])
  expect(fs.statSync(path.join(root, '.data/demo.json')).mode & 0o777).toBe(0o600)
  expect(demo()).toEqual({ url: address, users: expect.any(Array), feedKey: expect.any(String) })
  expect(demo().users.map(({ role }) => role)).toEqual([...roles])
})

test('each login of the demo works', async () => {
  for (const { username, password, role } of demo().users) {
    const { body } = await post(`${demo().url}/api/auth/login`, { username, password }, { origin: demo().url })
    expect(body).toMatchObject({ ok: true, content: { username, role } })
  }
})

test('sends match messages by email and by text within seconds', async () => {
  await vi.waitUntil(async () => (await messagesTo(emailFor('USER'))).length >= 5, { timeout: 60_000, interval: 200 })
  await vi.waitUntil(async () => (await messagesTo(confirmed.phones[0] ?? '')).length >= 3, {
    timeout: 60_000,
    interval: 200,
  })
  const messages = await messagesTo(emailFor('USER'))
  expect(messages.some(({ text }) => text.includes('BRANDVOLD THESSALY M'))).toBe(true)
})

test("notifies about a new record posted with the demo's key", async () => {
  const event = {
    documentIdentifier: 'NEW-1',
    documentType: 'WD',
    recordedAt: new Date().toISOString(),
    parties: [{ role: 'Grantor', name: 'BRANDVOLD THESSALY ODALYS' }],
  }
  const key = { authorization: `Bearer ${demo().feedKey}` }
  const { status, body } = await post(`${demo().url}/ingest/v1/events`, { events: [event] }, key)
  expect({ status, ...body }).toMatchObject({ status: 200, accepted: 1, rejected: [] })
  await vi.waitUntil(async () => (await messagesTo(emailFor('USER'))).some(({ text }) => text.includes('NEW-1')), {
    timeout: 60_000,
    interval: 50,
  })
})

test('a second start says where the first runs, and leaves it alone', async () => {
  const second = npmStart()
  expect(await second.over).toBe(0)
  expect(second.output()).toContain(`Already running at ${demo().url}`)
  expect(await answers(demo().url)).toBe(true)
})

test.each([['src-server/main.ts'], ['src-worker/main.ts'], ['bin/postgres']])(
  '%s restarts when killed',
  async (part) => {
    const killed = findPid(part)
    process.kill(killed, 'SIGKILL')
    await vi.waitUntil(
      () => listRunning().some((line) => line.includes(part) && Number.parseInt(line, 10) !== killed),
      {
        timeout: 60_000,
      },
    )
    await vi.waitUntil(() => answers(demo().url), { timeout: 60_000, interval: 100 })
    expect(first.output()).toMatch(/(ended|stopped) unexpectedly/)
  },
)

test('after a kill only the database remains; the next start takes it over in about a second', async () => {
  const before = demo()
  process.kill(findPid('scripts/start.ts'), 'SIGKILL')
  await first.over
  await vi.waitUntil(() => listRunning().every((line) => line.includes('postgres')), { timeout: 60_000 })
  first = npmStart()
  expect(await first.ready()).toBe(before.url)
  expect(demo()).toEqual(before)
})

test('after a stop nothing is left running, and the next start keeps the data', async () => {
  const before = await messagesTo(emailFor('USER'))
  first.child.kill('SIGTERM')
  expect(await first.over).toBe(0)
  expect(listRunning()).toEqual([])
  const again = npmStart()
  await again.ready()
  expect(await messagesTo(emailFor('USER'))).toEqual(before)
  again.child.kill('SIGINT')
  expect(await again.over).toBe(0)
  expect(listRunning()).toEqual([])
})

test('reports a requested port that is taken', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const start = npmStart({ PORT: String(port) })
  expect(await start.over).toBe(1)
  expect(start.output()).toContain(`Another program is using port ${port}.`)
  expect(listRunning()).toEqual([])
  taken.close()
})

test('with a DATABASE_URL, it migrates that database, seeds nothing and stores nothing', async () => {
  const kept = fs.readFileSync(path.join(root, '.data/demo.json'), 'utf8')
  const given = await startEmbedded({ dataDir: path.join(root, 'given'), fsync: false })
  const port = await choosePort('127.0.0.1', { wanted: 0 })
  const start = npmStart({
    DATABASE_URL: given.appUrl(),
    MIGRATE_DATABASE_URL: given.ownerUrl(),
    PUBLIC_URL: 'https://alerts.alder-county.example',
    PORT: String(port),
    APP_SECRET: 'a secret of tests, thirty-two characters',
    STATE_DIR: 'none',
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
    EMAIL_FROM: 'alerts@alder-county.example',
    SMS_TRANSPORT: 'none',
  })
  expect(await start.ready()).toBe('https://alerts.alder-county.example')
  expect(await answers(`http://127.0.0.1:${port}`)).toBe(true)
  expect((await fetch(`http://127.0.0.1:${port}/outbox/messages`)).ok).toBe(false)
  start.child.kill('SIGTERM')
  expect(await start.over).toBe(0)
  const client = new Client({ connectionString: given.ownerUrl() })
  await client.connect()
  expect((await client.query('select (select count(*) from "user")::int as users')).rows).toEqual([{ users: 0 }])
  await client.end()
  await given.remove()
  expect(fs.readFileSync(path.join(root, '.data/demo.json'), 'utf8')).toBe(kept)
})

test('reports an unreachable database or an invalid address in one line', async () => {
  const given = {
    DATABASE_URL: 'postgres://app:secret@127.0.0.1:1/alerts',
    PUBLIC_URL: 'https://alerts.alder-county.example',
    PORT: '0',
    APP_SECRET: 'a secret of tests, thirty-two characters',
    STATE_DIR: 'none',
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
    EMAIL_FROM: 'alerts@alder-county.example',
    SMS_TRANSPORT: 'none',
  }
  const unreachable = npmStart(given)
  expect(await unreachable.over).toBe(1)
  expect(unreachable.output()).toBe('Cannot reach the database in DATABASE_URL (connect ECONNREFUSED 127.0.0.1:1).\n')
  const wrong = npmStart({ ...given, MIGRATE_DATABASE_URL: 'alerts' })
  expect(await wrong.over).toBe(78)
  expect(wrong.output()).toContain('an error: MIGRATE_DATABASE_URL must be an address')
  expect(listRunning()).toEqual([])
})

test('reports every configuration fault before starting anything', async () => {
  const start = npmStart({ PORT: 'x', COUNTY_TIME_ZONE: 'Mars/Olympus', EMAIL_TRANSPORT: 'pigeon' })
  expect(await start.over).toBe(78)
  for (const name of ['PORT', 'COUNTY_TIME_ZONE', 'EMAIL_TRANSPORT']) expect(start.output()).toContain(`- ${name} `)
  expect(listRunning()).toEqual([])
})
