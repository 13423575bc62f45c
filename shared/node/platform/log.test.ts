import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

const program = `
  import { createLog } from '#shared/node/platform/log.ts'
  const log = createLog('test', 'info')
  log.info('server.stopping')
  setTimeout(() => {
    log.info('request.completed')
    setTimeout(() => process.exit(7), 100)
  }, 100)`

const endOf = (stdout: number | 'pipe') =>
  new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', stdout, 'ignore'],
    })
    child.stdout?.destroy()
    child.once('exit', resolve)
  })

test('keeps the process running when the reader of its log is gone', async () => {
  expect(await endOf('pipe')).toBe(7)
})

test.runIf(existsSync('/dev/full'))('keeps the process running when the disk is full', async () => {
  expect(await endOf(openSync('/dev/full', 'w'))).toBe(7)
})
