import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyBootstrap, writeLocks } from './copy-bootstrap.ts'

/**
 * Replaces npm: continues after SIGINT as npm does, ends when `finish` exists, and fails as npm fails if another
 * install left the folder half filled.
 */
const npm = `#!/bin/sh
trap '' INT
echo $$ >> npm-runs
mkdir node_modules/half-filled 2>/dev/null || { rmdir node_modules/half-filled; echo 'npm error ENOTEMPTY: directory not empty' >&2; exit 217; }
until [ -e finish ]; do sleep 0.1; done
rmdir node_modules/half-filled
cp package-lock.json node_modules/.package-lock.json
`
const hasScript = spawnSync('script', ['--version']).status === 0
let root: string
const running: ChildProcessWithoutNullStreams[] = []

beforeEach(() => {
  root = copyBootstrap()
  fs.mkdirSync(at('bin'))
  fs.writeFileSync(at('bin/npm'), npm, { mode: 0o755 })
  writeLocks(root, undefined, { a: { version: '1.0.0', integrity: 'sha512-a' } })
})
afterEach(async () => {
  fs.writeFileSync(at('finish'), '')
  await vi.waitUntil(() => npmRuns().every((pid) => !isAlive(pid)), 60_000)
  for (const child of running.splice(0)) child.kill('SIGKILL')
  fs.rmSync(root, { recursive: true, force: true })
})

const at = (file: string) => path.join(root, file)
const npmRuns = () =>
  fs.existsSync(at('npm-runs')) ? fs.readFileSync(at('npm-runs'), 'utf8').trim().split('\n').map(Number) : []
const isAlive = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0

function start(terminal: boolean) {
  const command = [process.execPath, 'scripts/bootstrap.mjs', 'scripts/entry.ts', 'exit', '0']
  const env = { PATH: `${at('bin')}:/usr/bin:/bin` }
  const child = terminal
    ? // cspell:ignore qfec
      spawn('script', ['-qfec', command.join(' '), '/dev/null'], { cwd: root, env })
    : spawn(command[0]!, command.slice(1), { cwd: root, env })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const closed = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { child, closed, output: () => output }
}

async function startInstalling(terminal = false) {
  const before = npmRuns().length
  const started = start(terminal)
  await vi.waitUntil(() => npmRuns().length > before, 60_000)
  return started
}

test.skipIf(!hasScript)('Ctrl-C during the install ends npm, and the next start installs immediately', async () => {
  const { child, closed } = await startInstalling(true)
  child.stdin.write('\x03')
  expect(await closed).toMatchObject({ code: 130, output: expect.stringContaining('stopped') })
  expect(npmRuns().filter(isAlive)).toEqual([])

  fs.writeFileSync(at('finish'), '')
  const again = await start(true).closed
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('exit 0') })
  expect(again.output).toContain('done')
})

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to the start ends npm', async (signal) => {
  const { child } = await startInstalling()
  child.kill(signal)
  await vi.waitUntil(() => !npmRuns().some(isAlive), 60_000)
  await vi.waitUntil(() => !fs.existsSync(at('.installing')), 60_000)
})

test("a second start waits for the first one's install", async () => {
  const first = await startInstalling()
  const second = start(false)
  await vi.waitUntil(() => second.output().includes('Waiting for another install'), 60_000)
  fs.writeFileSync(at('finish'), '')
  expect(await first.closed).toMatchObject({ code: 0 })
  expect(await second.closed).toMatchObject({ code: 0 })
  expect(npmRuns()).toHaveLength(1)
})

test("a killed install's lock does not block the next one", async () => {
  const { pid } = spawnSync('true')
  fs.writeFileSync(at('.installing'), String(pid))
  fs.mkdirSync(at('node_modules/half-filled'))
  fs.writeFileSync(at('finish'), '')
  expect(await start(false).closed).toMatchObject({ code: 0 })
  expect(npmRuns()).toHaveLength(2)
})
