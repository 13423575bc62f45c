import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPromises } from './read-promises.ts'
import { recordFigure } from './record-figure.ts'

const table = `# Promises

| promise | how tested | command | last figure | date |
|---|---|---|---|---|
| Nothing is lost. | [run](run.ts) | \`npm run chaos -- --full\` | 1 | 2026-01-01 |
| Nothing is doubled. | [run](run.ts) | \`npm run chaos -- --full\` | 2 | 2026-01-01 |
| It is quick. | [run](run.ts) | \`npm run bench\` | 3 | 2026-01-01 |
`

function writeTable(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'promises-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'promises.md')
  fs.writeFileSync(file, table)
  return file
}
const today = new Date('2026-02-03T04:05:06Z')
const shown = (file: string) =>
  readPromises(fs.readFileSync(file, 'utf8')).map(({ command, figure, date }) => [command, figure, date])

test('writes figure and date into the rows of a command', () => {
  const file = writeTable()
  recordFigure({ command: 'npm run chaos -- --full', figure: '$& of 20,000' }, { file, today })
  expect(shown(file)).toEqual([
    ['npm run chaos -- --full', '$& of 20,000', '2026-02-03'],
    ['npm run chaos -- --full', '$& of 20,000', '2026-02-03'],
    ['npm run bench', '3', '2026-01-01'],
  ])
  expect(fs.readFileSync(file, 'utf8').split('\n')).toHaveLength(table.split('\n').length)
})

test('writes into one of them by its promise', () => {
  const file = writeTable()
  recordFigure({ command: 'npm run chaos -- --full', promise: 'Nothing is doubled', figure: 'none' }, { file, today })
  expect(shown(file).map(([, figure]) => figure)).toEqual(['1', 'none', '3'])
})

test.each([
  ['a command that holds no promise', { command: 'npm run chaos -- --half', figure: '1' }],
  ['a promise that is not there', { command: 'npm run bench', promise: 'It is slow', figure: '1' }],
  ['a figure that breaks the table', { command: 'npm run bench', figure: '1 | 2' }],
])('refuses %s', (_what, figure) => {
  const file = writeTable()
  expect(() => recordFigure(figure, { file, today })).toThrow(/promise|cell/)
  expect(fs.readFileSync(file, 'utf8')).toBe(table)
})
