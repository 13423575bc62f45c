import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listLongTests } from '#scripts/long-tests/long-tests.ts'

/** Compares docs/tests.md with the files, and the files with its rules for all of them. */
const root = path.resolve(import.meta.dirname, '..')
const files = fs
  .globSync('{shared,src-*,scripts,migrations,tests,bench,chaos}/**/*.ts{,x}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
const rows = listLongTests()

test('each long test has one row, in order, which says what it alone guards', () => {
  const long = tests.filter((file) => file.endsWith('.long.test.ts'))
  expect(rows.map(({ file }) => file)).toEqual(long.toSorted())
  expect(new Set(rows.map(({ guards }) => guards)).size).toBe(rows.length)
})

test('.ci/run runs each kind of long test', () => {
  const chosen = rows.flatMap(({ file, isChosen }) => (isChosen ? [file] : []))
  for (const kind of [
    'chaos/smoke',
    'chaos/cluster',
    'chaos/mutants',
    'chaos/rolling/rolling',
    'tests/fuzz',
    'tests/e2e/register',
    'tests/e2e/panel',
  ])
    expect(
      chosen.some((file) => file.startsWith(kind)),
      kind,
    ).toBe(true)
  expect(fs.readFileSync(path.join(root, '.ci/run'), 'utf8')).toContain('npm test --silent -- --chosen')
})

/** Code that makes the end of a test depend on the day, on chance or on how busy its machine is. */
const chances: [what: string, pattern: RegExp][] = [
  ['a seed of the clock', /\bseed\b.*Date\.now\(\)|Date\.now\(\) %/i],
  ['chance', /Math\.random\(|randomInt\(/],
  ['a bound on how long something takes', /(?:performance|Date)\.now\(\) - \w+\)\.toBeLess/],
  ['a property without a seed', /^(?!.*\bseed\b).*numRuns/],
]

test.each(chances)('no test has %s', (_what, pattern) => {
  const found = tests
    .filter((file) => file !== 'tests/tests-guide.test.ts')
    .flatMap((file) =>
      fs
        .readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

test('each property has a seed', () => {
  const without = tests.filter((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    const [asserts, seeds] = [/fc\.assert\(/g, /\bseed: \d+/g].map((pattern) => (text.match(pattern) ?? []).length)
    return (asserts ?? 0) > (seeds ?? 0)
  })
  expect(without.filter((file) => file !== 'tests/tests-guide.test.ts')).toEqual([])
})
