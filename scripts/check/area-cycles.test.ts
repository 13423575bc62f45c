import { expect, test } from 'vitest'
import { findAreaCycles } from './area-cycles.ts'

const find = (...imports: [from: string, to: string][]) => findAreaCycles(imports.map(([from, to]) => ({ from, to })))

test('imports that point one way are no cycle, nor are those inside a folder', () => {
  expect(find(['a/b/one.ts', 'a/c/two.ts'], ['a/b/one.ts', 'a/three.ts'], ['a/c/two.ts', 'a/c/four.ts'])).toEqual([])
  expect(find(['a/one.ts', 'a/two.ts'], ['a/two.ts', 'a/one.ts'])).toEqual([])
})

test('finds siblings that import each other through different subfolders', () => {
  expect(find(['a/b/x/one.ts', 'a/c/two.ts'], ['a/c/y/three.ts', 'a/b/four.ts'])).toEqual([
    'a: b, c import each other\n  a/b/x/one.ts imports a/c/two.ts\n  a/c/y/three.ts imports a/b/four.ts',
  ])
})

test('finds a folder and its subfolder that import each other', () => {
  expect(find(['a/one.ts', 'a/b/two.ts'], ['a/b/c/three.ts', 'a/four.ts'])).toEqual([
    'a: ., b import each other\n  a/one.ts imports a/b/two.ts\n  a/b/c/three.ts imports a/four.ts',
  ])
})

test('finds a cycle of three folders at the root, and names those alone', () => {
  const cycle: [string, string][] = [
    ['a/one.ts', 'b/two.ts'],
    ['b/two.ts', 'c/three.ts'],
    ['c/three.ts', 'a/one.ts'],
  ]
  expect(find(['d/four.ts', 'a/one.ts'], ['a/one.ts', 'e/five.ts'], ...cycle)).toEqual([
    expect.stringMatching(/^\.: a, b, c import each other\n/),
  ])
})
