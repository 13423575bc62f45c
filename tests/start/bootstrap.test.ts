import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyBootstrap, writeLocks } from './copy-bootstrap.ts'

const root = copyBootstrap()
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))
beforeAll(() => lock({ 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }))

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to the parent npm or its shell ends the entry', async (signal) => {
  for (const victim of ['npm', 'shell'] as const) {
    // As npm does it: a process of its own, a shell, and in that shell the script.
    const file = path.join(root, `${victim}-${signal}`)
    const npm = `const { spawn } = require('node:child_process')
      const shell = spawn('/bin/sh', ['-c', ${JSON.stringify(`${process.execPath} scripts/bootstrap.mjs scripts/entry.ts wait > ${file}; true`)}])
      console.log(shell.pid); setInterval(() => {}, 1000)`
    const env = { PATH: path.join(root, 'nowhere'), npm_lifecycle_event: 'start' }
    const child = spawn(process.execPath, ['-e', npm], { cwd: root, env })
    const [pid] = (await once(child.stdout, 'data')) as [Buffer]
    await vi.waitUntil(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes('wait'), 60_000)
    process.kill(victim === 'npm' ? child.pid! : Number(pid), signal)
    await vi.waitUntil(() => fs.readFileSync(file, 'utf8').includes('told SIGTERM'), 60_000)
    child.kill('SIGKILL')
  }
})

type Packages = Record<string, { version: string; integrity: string; optional?: boolean; dev?: boolean }>
const lock = (installed: Packages, wanted: Packages = installed) => writeLocks(root, installed, wanted)

const bootstrap = (...args: string[]) => runEntry(['scripts/entry.ts', ...args])

function runEntry(args: string[], settings: Record<string, string> = {}) {
  // Without npm on the PATH, an installation that is not needed cannot go unnoticed.
  const env = { PATH: path.join(root, 'nowhere'), ...settings }
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...args], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const closed = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  return { child, closed, started: once(child.stdout, 'data') }
}

test('passes arguments and the exit status through', async () => {
  expect(await bootstrap('exit', '7', 'b').closed).toEqual({ code: 7, signal: null, output: 'exit 7 b\n' })
  expect(await bootstrap('exit', '0').closed).toMatchObject({ code: 0 })
})

test('an entry gets the settings of the file that SETTINGS_FILE names, where the environment has none', async () => {
  const file = path.join(root, 'settings.env')
  fs.writeFileSync(file, 'APP_SECRET=p&w#1$x\nPORT=3100\n')
  const ask = (name: string, settings: Record<string, string>) =>
    runEntry(['scripts/entry.ts', 'setting', name], { SETTINGS_FILE: file, ...settings }).closed
  expect((await ask('APP_SECRET', {})).output).toContain('\np&w#1$x\n')
  expect((await ask('PORT', { PORT: '3200' })).output).toContain('\n3200\n')
  expect(await ask('PORT', { SETTINGS_FILE: `${file}.gone` })).toMatchObject({
    code: 78,
    output: expect.stringMatching(/^Cannot read the settings file/) as string,
  })
})

test('ends with the signal that ended the entry', async () => {
  expect(await bootstrap('die').closed).toMatchObject({ code: null, signal: 'SIGTERM' })
})

test.each(['SIGTERM', 'SIGINT'] as const)('passes %s on once', async (signal) => {
  const { child, closed, started } = bootstrap('wait')
  await started
  child.kill(signal)
  expect(await closed).toEqual({ code: 5, signal: null, output: `wait\ntold ${signal}\n` })
})

test('an entry notices by its channel that its bootstrap was killed', async () => {
  const { child, closed, started } = bootstrap('wait')
  await started
  child.kill('SIGKILL')
  expect(await closed).toMatchObject({ output: 'wait\ntold disconnect\n' })
})

const a = { version: '1.0.0', integrity: 'sha512-a' }
const other = { version: '1.1.0', integrity: 'sha512-other' }
test.each<[string, Packages, Packages, boolean]>([
  ['the same packages', { a }, { a }, false],
  ['a package for another machine', { a }, { a, b: { ...other, optional: true } }, false],
  ['a development package that was pruned', { a }, { a, b: { ...other, dev: true } }, false],
  ['another version', { a }, { a: other }, true],
  ['a package that is missing', { a }, { a, b: other }, true],
  ['a package that is no longer wanted', { a, b: other }, { a }, true],
])('%s', async (_what, installed, wanted, installs) => {
  lock(installed, wanted)
  const { code, output } = await bootstrap('exit', '0').closed
  expect(output.includes('Installing the packages')).toBe(installs)
  expect(code).toBe(installs ? 1 : 0)
})

test.each(['scripts/start.ts', 'scripts/build.ts', 'bench/run.ts', 'chaos/run.ts', 'tests/fuzz/run.ts'])(
  '%s needs the development packages',
  async (entry) => {
    lock({ a }, { a, b: { ...other, dev: true } })
    expect((await runEntry([entry]).closed).output).toContain('Installing the packages')
  },
)

test('ignores a packaged Node of another major version', async () => {
  lock({ a })
  const brought = path.join(root, 'node_modules/.bin/node')
  fs.renameSync(brought, `${brought}-right`)
  fs.writeFileSync(brought, '#!/bin/sh\necho v99.1.0\n', { mode: 0o755 })
  expect(await bootstrap('exit', '3').closed).toMatchObject({ code: 3, output: 'exit 3\n' })
  fs.renameSync(`${brought}-right`, brought)
})

test('the packages install one major version of Node on every machine', () => {
  const { optionalDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(nodes).toHaveLength(5)
  expect(nodes.filter(([, version]) => !version.startsWith('24.'))).toEqual([])
})
