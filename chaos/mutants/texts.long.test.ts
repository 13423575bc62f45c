import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { applyEdits } from './mutant.ts'
import { mutants } from './mutants.ts'

const root = path.join(import.meta.dirname, '../..')
const inProgram = mutants.flatMap(({ name, edits = [] }) =>
  [...Map.groupBy(edits, ({ file }) => file)].map(([file, ofFile]) => ({ name, file, edits: ofFile })),
)

test('every mutant has a name of its own, and changes something', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  expect(mutants.filter(({ edits = [], sql }) => edits.length === 0 && sql === undefined)).toEqual([])
  expect(mutants.length).toBeGreaterThanOrEqual(12)
})

test('docs/promises.md tells how many there are', () => {
  const page = readFileSync(path.join(root, 'docs/promises.md'), 'utf8')
  expect(page).toContain(`[${mutants.length} faults planted into copies of the program`)
})

test.each(inProgram)('$name: $file still has its texts once, and parses when they are replaced', ({ file, edits }) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  const edited = applyEdits(text, edits)
  expect(edited).not.toBe(text)
  expect(() => stripTypeScriptTypes(edited, { mode: 'strip' })).not.toThrow()
})

test('a text that is missing, or there twice, fails by name', () => {
  const edit = { file: 'some/file.ts', find: 'once', replace: 'never' }
  expect(applyEdits('said once', [edit])).toBe('said never')
  expect(() => applyEdits('said', [edit])).toThrow('some/file.ts must contain this text exactly once')
  expect(() => applyEdits('once and once', [edit])).toThrow('contains it 2 times')
})
