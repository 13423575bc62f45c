import * as fc from 'fast-check'

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const word = fc.constantFrom(
  'Ottilie',
  'FARROW',
  "O'Brien",
  'Quillmere',
  'Åsa',
  'Nguyễn',
  '王',
  'Łukasz',
  'de la Cruz',
  'X',
)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
const twoDigits = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, '0'))
const date = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(twoDigits(1, 12), twoDigits(1, 28), fc.integer({ min: 1990, max: 2099 })) },
  { weight: 1, arbitrary: fc.tuple(twoDigits(0, 14), twoDigits(0, 33), fc.constantFrom(0, 1, 1582, 9999)) },
)
const dates = date.map(([month, day, year]) => `${month}/${day}/${String(year).padStart(4, '0')}`)
const emails = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'abcdefghij.+-_'), minLength: 1, maxLength: 30 }),
    fc.integer({ max: 99 }),
  )
  .map(([name, number]) => `fuzz${name}${Math.abs(number)}@example.org`)
const phones = fc.oneof(
  digits(7).map((rest) => `(612) ${rest.slice(0, 3)}-${rest.slice(3)}`),
  digits(7).map((rest) => `612${rest}`),
  digits(10).map((rest) => `+44${rest}`),
)
const parcels = fc.tuple(digits(2), digits(2), digits(3), digits(3)).map((parts) => parts.join('-'))
const keys = fc.string({ unit: fc.constantFrom(...'abcdefXYZ0123456789-_'), minLength: 22, maxLength: 43 })
const passwords = fc.constantFrom('NewMeadow#4242', 'QuietMeadow#42', 'short', 'all lower case', 'ÜberMeadow#42', ' ')

/** What a field of this name usually holds. */
const textsByName: [name: RegExp, texts: fc.Arbitrary<string>][] = [
  [/password/i, passwords],
  [/email/i, emails],
  [/phone|number$/i, phones],
  [/date|until|backupAt/i, dates],
  [/parcel/i, parcels],
  [/ticket|token|sessionId/i, keys],
  [/link|url|href/i, keys.map((key) => `https://county.example/${key}`)],
  [/zip/i, digits(5)],
  [/state/i, fc.constantFrom('MN', 'WI', 'ZZ', '')],
  [/code/i, digits(6)],
  [/hour/i, fc.integer({ min: 0, max: 13 }).map(String)],
  [/minute/i, fc.constantFrom('00', '15', '30', '45', '59', '60')],
  [/am-?pm/i, fc.constantFrom('AM', 'PM', 'am')],
  [/timeZone/, fc.constantFrom('America/Chicago', 'UTC', 'Mars/Olympus')],
  [/id$/i, fc.oneof(fc.nat().map(String), digits(19))],
]

export const textsNamed = (name: string): fc.Arbitrary<string> =>
  textsByName.find(([pattern]) => pattern.test(name))?.[1] ?? words
