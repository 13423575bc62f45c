import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPromises } from '#scripts/promises/read-promises.ts'

/** Holds docs/promises.md to the commands it names. */
const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const promises = readPromises(read('docs/promises.md'))
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** 'npm run chaos -- --full' is the script chaos with --full; 'npm test -- matrix' is test with matrix. */
function parse(command: string): { script: string; values: string[]; options: string[] } {
  const [, , ...words] = command.replace(/^npm test/, 'npm run test').split(' ')
  const [script = '', ...rest] = words.filter((word) => word !== '--')
  return {
    script,
    values: rest.filter((word) => !word.startsWith('--')),
    options: rest.filter((word) => word.startsWith('--')),
  }
}

const helps = new Map<string, string>()
function readHelp(script: string): string {
  const entry = scripts[script]?.split(' ').at(-1) ?? ''
  const known = helps.get(script)
  if (known !== undefined) return known
  const help = execFileSync(process.execPath, [path.join(root, entry), '--help'], { cwd: root, encoding: 'utf8' })
  helps.set(script, help)
  return help
}
const testFiles = fs
  .globSync('{shared,src-*,scripts,tests,bench,chaos}/**/*.test.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))

test('there are promises, and README leads to them', () => {
  expect(promises.length).toBeGreaterThan(10)
  expect(read('README.md')).toContain('(docs/promises.md)')
  expect(new Set(promises.map(({ promise }) => promise)).size).toBe(promises.length)
})

describe.each(promises)('$promise', ({ command, test: how, figure, date }) => {
  test('is held by a command with these options', () => {
    const { script, values, options } = parse(command)
    expect(Object.keys(scripts)).toContain(script)
    const unknown =
      script === 'test'
        ? values.filter((part) => !testFiles.some((file) => file.includes(part)))
        : options.filter((option) => !readHelp(script).includes(option))
    expect(unknown).toEqual([])
  })

  test('names what tests it, its last figure and the day', () => {
    expect(how).toMatch(/\]\(\.\.\/[^)]+\)/)
    expect(figure).not.toBe('')
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
    // Tomorrow too: the clock of this machine may be behind that of the run.
    expect(Date.parse(date)).toBeLessThan(Date.now() + 86_400_000)
  })
})

test('every long run holds a promise', () => {
  const modes = ['chaos'].flatMap((script) =>
    [...readHelp(script).matchAll(/^ {2}(--[a-z]+) /gm)].map(([, mode]) => [script, mode]),
  )
  const held = promises.map(({ command }) => parse(command))
  const missing = modes.filter(
    ([script, mode]) => !held.some((one) => one.script === script && one.options.includes(mode ?? '')),
  )
  expect(missing).toEqual([])
})
