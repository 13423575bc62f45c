import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test('refuses a benchmark that does not exist', () => {
  const run = spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.ts'), '--only', '99,list'], {
    encoding: 'utf8',
  })
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(/^There is no bar 99, list\. Bars: 1, 2, .*, denver, lists\.\n$/)
})
