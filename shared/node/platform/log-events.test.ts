import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeLogEvents, logEvents } from './log-events.ts'

test('lists every event in docs/operations.md', () => {
  const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, listed] = /<!-- log events -->\n([\s\S]*?)\n<!-- \/log events -->/.exec(guide) ?? []
  const cells = (table = '') =>
    table
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')))
  expect(cells(listed)).toEqual(cells(describeLogEvents()))
})

test('uses dotted keys', () => {
  for (const key of Object.keys(logEvents)) expect(key).toMatch(/^[a-z_]+\.[a-z_]+$/)
})
