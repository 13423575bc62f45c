import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AlreadyRunning, findEmbedded, startEmbedded, type Embedded } from '#scripts/database/embedded-postgres.ts'
import { runningPostmaster } from '#scripts/database/postmaster.ts'
import { CannotStart } from '#scripts/support/cannot-start.ts'

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-postgres-'))
fs.chmodSync(parent, 0o711)
afterAll(() => fs.rmSync(parent, { recursive: true, force: true }))

async function ask<T>(url: string, text: string): Promise<T | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ value: T }>(text)).rows[0]?.value
  } finally {
    await client.end()
  }
}

test("a restored copy of a stopped database's folder starts", async () => {
  const dataDir = path.join(parent, 'copied')
  const start = () => startEmbedded({ dataDir, fsync: false })
  const change = async (text: string) => {
    const embedded = await start()
    await ask(embedded.ownerUrl(), text)
    await embedded.stop()
  }
  await change('create table kept as select 1 as value')
  execFileSync('cp', ['-a', dataDir, `${dataDir}.backup`])
  await change('update kept set value = 2')
  fs.rmSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', `${dataDir}.backup`, dataDir])
  const embedded = await start()
  try {
    expect(await ask(embedded.ownerUrl(), 'select value from kept')).toBe(1)
  } finally {
    await embedded.stop()
  }
})

/** Whether another start is refused while it runs. */
const isRefused = (dataDir: string): Promise<boolean> =>
  startEmbedded({ dataDir, fsync: false }).then(
    () => false,
    (error) => error instanceof AlreadyRunning,
  )

describe('a database owned by one start', () => {
  const dataDir = path.join(parent, 'one')
  const data = path.join(dataDir, 'data')
  const lines: string[] = []
  let embedded: Embedded
  beforeAll(async () => {
    embedded = await startEmbedded({ dataDir, fsync: false, onRestart: (line) => lines.push(line) })
  })
  afterAll(() => embedded.stop())

  test('has an owner role, and an application role that owns nothing', async () => {
    expect(await ask(embedded.ownerUrl(), `select rolsuper as value from pg_roles where rolname = current_user`)).toBe(
      true,
    )
    expect(
      await ask(
        embedded.appUrl(),
        `select rolsuper or rolcreatedb or rolcreaterole as value from pg_roles where rolname = current_user`,
      ),
    ).toBe(false)
    await expect(ask(embedded.appUrl(), 'create table anything (x int)')).rejects.toThrow('permission denied')
  })

  test('keeps random passwords readable only by its owner', async () => {
    expect(fs.statSync(path.join(data, 'passwords.json')).mode & 0o777).toBe(0o600)
    const wrong = embedded.ownerUrl().replace(/:[^:@]+@/, ':owner@')
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('refuses a second start, which learns the address and changes nothing', async () => {
    await embedded.announce('http://127.0.0.1:3456')
    const second = startEmbedded({ dataDir, fsync: false })
    await expect(second).rejects.toThrow(AlreadyRunning)
    await expect(second).rejects.toMatchObject({ address: 'http://127.0.0.1:3456' })
    expect(await ask(embedded.appUrl(), 'select 1 as value')).toBe(1)
  })

  test('can be found by command-line tools', async () => {
    expect((await findEmbedded(dataDir))?.appUrl()).toBe(embedded.appUrl())
    expect(await findEmbedded(path.join(parent, 'nothing here'))).toBeUndefined()
  })

  test('comes back on the same port after a kill, still claimed, with committed data', async () => {
    await ask(embedded.ownerUrl(), 'create table kept as select 42 as value')
    await ask(embedded.ownerUrl(), 'checkpoint')
    const { port } = embedded
    const killed = runningPostmaster(data)!.pid
    process.kill(killed, 'SIGKILL')
    await vi.waitUntil(() => ![undefined, killed].includes(runningPostmaster(data)?.pid), 60_000)
    await vi.waitUntil(
      () =>
        ask(embedded.ownerUrl(), 'select 1').then(
          () => true,
          () => false,
        ),
      60_000,
    )
    expect(embedded.port).toBe(port)
    expect(await ask(embedded.ownerUrl(), 'select value from kept')).toBe(42)
    expect(lines).toEqual(['PostgreSQL stopped unexpectedly. Starting it again.'])
    await vi.waitUntil(() => isRefused(dataDir), 60_000)
  })

  test('is gone after a stop, and starts again with its data', async () => {
    await embedded.stop()
    expect(runningPostmaster(data)).toBeUndefined()
    embedded = await startEmbedded({ dataDir, fsync: false })
    expect(embedded.reused).toBe(false)
    expect(await ask(embedded.ownerUrl(), 'select value from kept')).toBe(42)
  })
})

test('comes back on the same port when it dies again while being claimed', async () => {
  const dataDir = path.join(parent, 'twice')
  const data = path.join(dataDir, 'data')
  const embedded = await startEmbedded({ dataDir, fsync: false })
  try {
    const { port } = embedded
    const first = runningPostmaster(data)!.pid
    const connections = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
    const claimed = connections()
    process.kill(first, 'SIGKILL')
    // It is paused as soon as it is ready, so that the next claim waits for its port.
    const ready = await vi.waitUntil(
      () => {
        const found = runningPostmaster(data)
        return found && found.pid !== first && found.status === 'ready' && found
      },
      { timeout: 60_000, interval: 1 },
    )
    process.kill(ready.pid, 'SIGSTOP')
    await vi.waitUntil(() => connections() >= claimed, 60_000)
    process.kill(ready.pid, 'SIGKILL')
    await vi.waitUntil(() => ![undefined, first, ready.pid].includes(runningPostmaster(data)?.pid), 60_000)
    await vi.waitUntil(() => isRefused(dataDir), 60_000)
    expect(embedded.port).toBe(port)
    expect(await ask(embedded.appUrl(), 'select 1 as value')).toBe(1)
  } finally {
    await embedded.stop()
  }
})

test('the next start takes over the database of a killed start', async () => {
  const dataDir = path.join(parent, 'left')
  const script = `import { startEmbedded } from '#scripts/database/embedded-postgres.ts'
    await startEmbedded({ dataDir: process.argv[1], fsync: false }); console.log('up'); setInterval(() => {}, 1000)`
  const first = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(first.stdout, 'data')
  const left = runningPostmaster(path.join(dataDir, 'data'))
  first.kill('SIGKILL')
  await once(first, 'exit')
  const next = await startEmbedded({ dataDir, fsync: false })
  expect(next).toMatchObject({ reused: true, port: left?.port })
  await next.stop()
  expect(runningPostmaster(path.join(dataDir, 'data'))).toBeUndefined()
})

test('reports a damaged database, and stops what was started on it', async () => {
  const dataDir = path.join(parent, 'damaged')
  const data = path.join(dataDir, 'data')
  await (await startEmbedded({ dataDir, fsync: false })).stop()
  fs.rmSync(path.join(data, 'base'), { recursive: true })
  const start = startEmbedded({ dataDir, fsync: false })
  await expect(start).rejects.toThrow(CannotStart)
  await expect(start).rejects.toThrow(`Cannot use the database in ${data}`)
  await expect(start).rejects.toThrow(/remove it to start over/i)
  expect(runningPostmaster(data)).toBeUndefined()
})

test.each([
  ['is empty', (file: string) => fs.writeFileSync(file, '')],
  ['is gone', (file: string) => fs.rmSync(file)],
])('reports a database whose control file %s in one line', { timeout: 300_000 }, async (what, damage) => {
  const dataDir = path.join(parent, what.replaceAll(' ', '-'))
  const data = path.join(dataDir, 'data')
  await (await startEmbedded({ dataDir, fsync: false })).stop()
  damage(path.join(data, 'global', 'pg_control'))
  const told = await startEmbedded({ dataDir, fsync: false }).catch((error: unknown) => error)
  expect(told).toBeInstanceOf(CannotStart)
  const { message } = told as CannotStart
  expect(message).toMatch(/^Cannot start the database in \S+ \([^\n]*pg_control[^\n]*\)\. [^\n]+ to start over\.$/)
  expect(message).toContain(`restore a copy of ${dataDir}, or remove it`)
  expect(runningPostmaster(data)).toBeUndefined()
})

test('two simultaneous starts on a new folder create one cluster, and one is refused', async () => {
  const dataDir = path.join(parent, 'race')
  const both = await Promise.allSettled([1, 2].map(() => startEmbedded({ dataDir, fsync: false })))
  const won = both.filter((one) => one.status === 'fulfilled')
  const lost = both.filter((one) => one.status === 'rejected')
  expect(won).toHaveLength(1)
  expect(lost[0]?.reason).toBeInstanceOf(AlreadyRunning)
  await won[0]!.value.stop()
})

test('a shared database runs until its last user stops it', async () => {
  const options = { dataDir: path.join(parent, 'shared'), fsync: false, shared: true }
  const [one, two] = await Promise.all([startEmbedded(options), startEmbedded(options)])
  expect(one.port).toBe(two.port)
  await one.stop()
  expect(await ask(two.appUrl(), 'select 1 as value')).toBe(1)
  await two.stop()
  expect(runningPostmaster(path.join(options.dataDir, 'data'))).toBeUndefined()
})

test('a stale pid file does not block a start, even if its pid is in use', async () => {
  const dataDir = path.join(parent, 'stale')
  await (await startEmbedded({ dataDir, fsync: false })).stop()
  const pidFile = path.join(dataDir, 'data', 'postmaster.pid')
  fs.writeFileSync(pidFile, `${process.pid}\n${path.join(dataDir, 'data')}\n0\n5432\n\n127.0.0.1\n\nready\n`)
  const next = await startEmbedded({ dataDir, fsync: false })
  expect(next.reused).toBe(false)
  await next.stop()
})

test('keeps the database of an inaccessible folder elsewhere, and removes it from there', async () => {
  const hidden = fs.mkdtempSync(path.join(parent, 'hidden-')) // Its mode is 0700.
  const dataDir = path.join(hidden, 'postgres')
  const embedded = await startEmbedded({ dataDir, fsync: false })
  const location = (await ask<string>(embedded.ownerUrl(), `select current_setting('data_directory') as value`))!
  expect(location.startsWith(hidden)).toBe(process.getuid?.() !== 0)
  await embedded.remove()
  expect(fs.existsSync(location)).toBe(false)
  expect(fs.existsSync(dataDir)).toBe(false)
})
