import * as fc from 'fast-check'
import type { Random } from '#scripts/made-up/random.ts'

/** A part of a value that JSON can write and `JSON.stringify` cannot: a number beyond all bounds, a key twice. */
const raw = (text: string) => `@raw:${text}@`
/** JSON of a value, with what only a text can hold. */
export const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"@raw:(.*?)@"/g, (_, text: string) => JSON.parse(`"${text}"`) as string)

const nested = (open: string, close: string, depth: number) => raw(open.repeat(depth) + close.repeat(depth))
const ownPrototype: unknown = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"x": 1}}}')

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e\u2066x',
  '\u200b',
  'ﷺ'.repeat(200),
  'e\u0301'.repeat(500),
  '👩‍👩‍👧‍👧'.repeat(50),
  '\'; drop table "user"; --',
  '%',
  '_%\\',
  '\\',
  '$1',
  '{{name}}',
  '../../etc/passwd',
  '%00',
  '\r\nset-cookie: x=y',
  '<script>',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  'null',
  '-1',
  '0x10',
  '1e3',
  '9223372036854775807',
  '9223372036854775808',
  '00000000000000000001',
  '١٢٣',
  '(612) 555-0142',
  '13/45/2026',
  '02/30/2026',
  '12/31/9999',
  '01/01/0000',
  '2026-13-45T99:99:99Z',
  'a@b',
  'a@example.org\n',
  `${'a'.repeat(64)}@${'b'.repeat(185)}.org`,
  '[',
  '(a+)+$',
  'a'.repeat(1_000),
  'a'.repeat(20_000),
  'İıſ'.repeat(50),
]
const numbers = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63) - 2048,
  1e21,
  1e308,
  5e-324,
]
const others: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { length: 1 },
  JSON.parse('{"toJSON": 1, "valueOf": "x", "then": true}'),
  ownPrototype,
  raw('1e999'),
  raw('-1e999'),
  raw('99999999999999999999999999'),
  raw('-0'),
  raw('{"id":1,"id":2}'),
  raw('"\\u0000"'),
  raw('"\\ud834"'),
  nested('[', ']', 30),
  nested('[', ']', 33),
  nested('[', ']', 3_000),
  nested('{"a":', '}', 20).replace('}', '1}'),
  Array.from({ length: 300 }, (_, place) => place),
  Object.fromEntries(Array.from({ length: 300 }, (_, place) => [`k${place}`, place])),
]

/** Values that no field expects; most are of a wrong type, some are texts and numbers at the edge of what is stored. */
export const nonsense: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(...others) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const strangeKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'x',
  '',
  'id',
  'userId',
  'page',
  '\0',
  'a.b',
  '0',
]

/** The value with one place spoiled: left out, nonsense, beyond its bound, of another type, or next to a strange key. */
export function spoil(value: unknown, random: Random, draw: () => unknown): unknown {
  if (!isNode(value)) return draw()
  const copy: Node | unknown[] = Array.isArray(value) ? [...(value as unknown[])] : { ...value }
  const node = copy as Node
  const keys = Object.keys(node)
  if (keys.length === 0 || random.chance(0.1)) {
    const key = random.pick(strangeKeys)
    // Assigned, `__proto__` would not become a key.
    Object.defineProperty(node, key, { value: draw(), enumerable: true, configurable: true, writable: true })
    return copy
  }
  const key = random.pick(keys)
  const held = node[key]
  if (isNode(held) && random.chance(0.6)) node[key] = spoil(held, random, draw)
  else if (random.chance(0.2)) delete node[key]
  else if (random.chance(0.4)) node[key] = beyond(held)
  else node[key] = draw()
  return copy
}

/** Of another type, or a step past what it is. */
function beyond(value: unknown): unknown {
  if (typeof value === 'number') return value > 0 ? -value : String(value)
  if (typeof value === 'string') return value === '' ? 0 : [value]
  if (typeof value === 'boolean') return String(value)
  return value === null ? {} : null
}
