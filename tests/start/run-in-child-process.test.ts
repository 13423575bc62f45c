import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isRunning } from '#scripts/database/postmaster.ts'
import { runInChildProcess } from '#scripts/start/run-in-child-process.ts'
import { CannotStart } from '#scripts/support/cannot-start.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'apart-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function script(name: string, code: string): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, code)
  return file
}

test("returns a script's output and exit code, and leaves no listeners behind", async () => {
  const before = process.listenerCount('exit')
  const told = script('told.mjs', `console.log(process.argv[2]); console.error('and why'); process.exitCode = 3`)
  const { code, output } = await runInChildProcess(told, ['--quiet'])
  expect(code).toBe(3)
  expect(output.trim().split('\n').toSorted()).toEqual(['--quiet', 'and why'])
  expect(process.listenerCount('exit')).toBe(before)
})

test('reports in one line that no process could be started', async () => {
  const { execPath } = process
  const before = process.listenerCount('exit')
  try {
    process.execPath = path.join(folder, 'no-such-program')
    const failure = runInChildProcess(path.resolve('scripts/build.ts'))
    await expect(failure).rejects.toThrow(CannotStart)
    await expect(failure).rejects.toThrow(/^scripts\/build\.ts failed to run \(.*ENOENT\)\.$/)
    expect(process.listenerCount('exit')).toBe(before)
  } finally {
    process.execPath = execPath
  }
})

test('a script ends when the start that runs it does', async () => {
  const pids = path.join(folder, 'pid')
  const stays = script(
    'stays.mjs',
    `import fs from 'node:fs'; fs.writeFileSync('${pids}', String(process.pid)); setInterval(() => {}, 1000)`,
  )
  const start = script(
    'start.mjs',
    `import fs from 'node:fs'
     import { runInChildProcess } from ${JSON.stringify(path.resolve('scripts/start/run-in-child-process.ts'))}
     void runInChildProcess(${JSON.stringify(stays)})
     setInterval(() => { if (fs.existsSync('${pids}') && fs.statSync('${pids}').size > 0) process.exit(1) }, 10)`,
  )
  expect(await once(spawn(process.execPath, [start]), 'close')).toEqual([1, null])
  const pid = Number(fs.readFileSync(pids, 'utf8'))
  expect(pid).toBeGreaterThan(0)
  await vi.waitUntil(() => !isRunning(pid), 60_000)
})
