import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isRunning } from '#scripts/database/postmaster.ts'
import { supervise, type Supervised } from '#scripts/start/supervise.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'supervise-'))
const running: Supervised[] = []
afterAll(async () => {
  await Promise.all(running.map((child) => child.stop()))
  fs.rmSync(folder, { recursive: true, force: true })
})

let made = 0
/** Runs a child of the given code; its log is what it prints. */
function child(code: string) {
  const entry = path.join(folder, `child-${++made}.mjs`)
  const log = `${entry}.log`
  fs.writeFileSync(entry, code)
  const lines: string[] = []
  const supervised = supervise({ name: 'child', entry, env: {}, log, say: (line) => lines.push(line) })
  running.push(supervised)
  return { ...supervised, lines, printed: () => fs.readFileSync(log, 'utf8') }
}

const staysUp = `setInterval(() => {}, 1000); process.on('disconnect', () => process.exit(0));`
const says = `console.log(process.pid); process.send({ ready: true, address: 'http://here' });`

test('a child is ready when it says so, and finishes its work when stopped', async () => {
  const one = child(`${staysUp} process.on('SIGTERM', () => { console.log('finished'); process.exit(0) }); ${says}`)
  expect(await one.ready).toEqual({ address: 'http://here' })
  await one.stop()
  expect(one.printed()).toContain('finished')
  expect(one.lines).toEqual([])
})

test('restarts a killed child, and says so in one line', async () => {
  const one = child(`${staysUp} ${says}`)
  await one.ready
  const first = Number(one.printed())
  process.kill(first, 'SIGKILL')
  await vi.waitUntil(() => one.printed().trim().split('\n').length === 2, 60_000)
  expect(one.lines).toEqual(['The child ended unexpectedly (SIGKILL); restarting it in 0.25 s.'])
  await one.stop()
})

test.each([
  ['at once, when its configuration is at fault', 78, 1],
  ['after three tries, when it crashes', 3, 3],
])('gives up a start %s', async (_when, status, tries) => {
  const one = child(`console.log('try'); console.error('what is wrong'); process.exit(${status})`)
  await expect(one.ready).rejects.toMatchObject({ exitCode: status, message: expect.stringContaining('what is wrong') })
  expect(one.printed().match(/try/g)).toHaveLength(tries)
})

test.each(['server', 'worker'])('starts the %s three times while its database is away', async (name) => {
  const log = path.join(folder, `${name}.log`)
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: 'postgres://app@127.0.0.1:1/alerts',
    EMBEDDED_DATABASE: '1',
    APP_SECRET: 'a secret of tests, thirty-two characters',
    STATE_DIR: 'none',
  }
  const away = supervise({ name, entry: `src-${name}/main.ts`, env, log, say: () => {} })
  running.push(away)
  await expect(away.ready).rejects.toMatchObject({ exitCode: 1 })
  const line = 'Cannot reach the database in DATABASE_URL (connect ECONNREFUSED 127.0.0.1:1).\n'
  expect(fs.readFileSync(log, 'utf8')).toBe(line.repeat(3))
})

test('a child ends when the process that started it is killed', async () => {
  const pids = path.join(folder, 'pids')
  const inner = path.join(folder, 'inner.mjs')
  fs.writeFileSync(inner, `${staysUp} ${says}`)
  const outer = child(`
    import fs from 'node:fs'
    import { supervise } from ${JSON.stringify(path.resolve('scripts/start/supervise.ts'))}
    const log = ${JSON.stringify(`${pids}.log`)}
    await supervise({ name: 'inner', entry: ${JSON.stringify(inner)}, env: {}, log, say() {} }).ready
    console.log(process.pid)
    process.send({ ready: true })`)
  await outer.ready
  const innerPid = Number(fs.readFileSync(`${pids}.log`, 'utf8'))
  process.kill(Number(outer.printed()), 'SIGKILL')
  await vi.waitUntil(() => !isRunning(innerPid), 60_000)
  await outer.stop()
})
