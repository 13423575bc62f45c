import { expect, test } from 'vitest'
import { summarizeChange } from './setting-changes.ts'

const row = (heading: string, paragraphContent = '') => ({ heading, paragraphContent })
const long = 'x'.repeat(161)

test.each<[string, unknown, unknown, { old: unknown; new: unknown }]>([
  ['a plain value', 4, 5, { old: 4, new: 5 }],
  ['a short text', 'a', '', { old: 'a', new: '' }],
  ['a long text', long, 'b', { old: `${'x'.repeat(160)}…`, new: 'b' }],
  ['a long text of pairs', '🏠'.repeat(161), '', { old: `${'🏠'.repeat(160)}…`, new: '' }],
  ['codes', ['ENGLISH'], ['ENGLISH', 'THAI'], { old: ['ENGLISH'], new: ['ENGLISH', 'THAI'] }],
  ['rows: only those that differ', [row('a'), row('b')], [row('a'), row('c')], { old: [row('b')], new: [row('c')] }],
  ['rows: one more', [row('a')], [row('a'), row('b', long)], { old: [], new: [row('b', `${'x'.repeat(160)}…`)] }],
  ['rows: empty ones added', [], [row(''), row('')], { old: [], new: [] }],
  ['rows: moved past an empty one', [row('a'), row('')], [row(''), row('a')], { old: [], new: [] }],
  [
    'rows: changed places',
    [row('a'), row('b')],
    [row('b'), row('a')],
    { old: [row('a'), row('b')], new: [row('b'), row('a')] },
  ],
  ['rows: none left', [row('a')], [], { old: [row('a')], new: [] }],
])('%s', (_what, old, now, expected) => {
  expect(summarizeChange(old, now)).toEqual(expected)
})

test('of fifty changed rows, ten are described', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => row(`${index}`))
  expect(summarizeChange([], fifty).new).toHaveLength(10)
})
