import { describe, expect, test } from 'vitest'
import { type Criteria, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import {
  decide,
  defaultFeedFormat,
  type FeedFormat,
  type RecordedDocument,
  parseAlert,
  sentences,
  parseRecord,
} from '#shared/matching/public.ts'
import { frozenPairs } from './frozen-pairs.ts'
import { findFalseClaims } from './naive/check-explanation.ts'
import { decideMatch, person, record } from './shorthand.ts'

/** A second reader, which knows nothing of the rule, checks each sentence and each mark against the two names. */
type Pair = { criteria: Criteria; document: RecordedDocument; format: FeedFormat }

const wide: MatchOptions = { ...noMatchOptions, nicknames: true, soundAlikes: true }

const alerts = [
  ['Ann', 'Smith'],
  ['Ann Louise', 'Smith'],
  ['A', 'Smith'],
  ['Ann L', 'Garcia-Lopez'],
  ['Ann Louise Marie', 'Garcia Lopez Ruiz'],
  ['Ann', 'Van Horn'],
  ['Jo-Ann', 'Lopez'],
  ['Lee Ann', 'St. John'],
] as const
const givenNames = [
  'ANN',
  'A',
  'ANN LOUISE',
  'ANN L',
  'ANN L RUTH',
  'A LOUISE',
  'H ANN',
  'NANCY',
  'ANNE',
  'JOANN',
  'JO ANN',
  'LEEANN',
]
const surnames = [
  'SMITH',
  'SMYTH',
  'GARCIA-LOPEZ',
  'LOPEZ GARCIA',
  'LOPEZ',
  'RUIZ LOPEZ GARCIA',
  'VAN HORN',
  'VANHORN',
  'ST JOHN',
  'SAINT JOHN',
]
const patterns: ((last: string, given: string) => string)[] = [
  (last, given) => `${last}, ${given}`,
  (last, given) => `${given} ${last}`,
  (last, given) => `${last} ${given} & PETER`,
  (last, given) => `${last}, PETER & ${given}`,
  (last, given) => `MOORE, ${given} / ${last}, PETER & ${given}`,
  (last, given) => `${given} AND PETER ${last}`,
  (last, given) => `${last}, PETER (${given})`,
  (last, given) => `MOORE, ${given} A/K/A ${given} ${last}`,
  (last, given) => `MOORE, ${given} NEE ${last}`,
  (last, given) => `THE ${given} ${last} REVOCABLE TRUST DATED 5/5/1999`,
  (last, given) => `${last} ${given} TRUSTEE`,
]

const generated = (): Pair[] =>
  alerts.flatMap(([firstName, lastName]) =>
    surnames.flatMap((last) =>
      givenNames.flatMap((given) =>
        patterns.map((write): Pair => ({
          criteria: { ...person(`${firstName} | ${lastName}`), variants: wide },
          document: record(write(last, given)),
          format: defaultFeedFormat,
        })),
      ),
    ),
  )

/** Names as long as the feed's width, cut within a word. */
const cut = (): Pair[] =>
  alerts.flatMap(([firstName, lastName]) =>
    [`${lastName}, ${firstName}`, `${firstName} ${lastName}`, `PETER MOORE & ${firstName} ${lastName}`].flatMap(
      (name) =>
        [8, 9, 10, 11, 12, 20, 24].map((nameWidth): Pair => ({
          criteria: person(`${firstName} | ${lastName}`),
          document: record(name.toUpperCase().slice(0, nameWidth)),
          format: { ...defaultFeedFormat, nameWidth },
        })),
    ),
  )

function explain({ criteria, document, format }: Pair): Match | null {
  return decide(parseAlert(criteria, null), parseRecord(document, format, null))
}

describe('what a match says is true', () => {
  test.each([
    ['frozen pairs', frozenPairs().filter(({ mask }) => mask === null)],
    ['generated names', generated()],
    ['names cut at a width', cut()],
  ])('of %s', (_what, pairs) => {
    const matches = pairs.flatMap((pair) => {
      const match = explain(pair)
      return match ? [{ pair, match }] : []
    })
    expect(matches.length).toBeGreaterThan(50)
    const wrong = matches.flatMap(({ pair, match }) =>
      findFalseClaims(pair.criteria, pair.document, match).map((problem) => `${match.recordRaw}: ${problem}`),
    )
    expect([...new Set(wrong)].slice(0, 20)).toEqual([])
  })

  test('rests on the marked words: without one of them, the explanation is another or there is no match', () => {
    const pairs = generated().filter((_pair, i) => i % 7 === 0)
    const idle = pairs.flatMap((pair) => {
      const match = explain(pair)
      return (match?.marks ?? []).flatMap(([start, end]) => {
        const name = match?.recordRaw ?? ''
        const without = `${name.slice(0, start)}${'Q'.repeat(end - start)}${name.slice(end)}`
        const other = explain({ ...pair, document: record(without) })
        const isSame = other?.sentence === match?.sentence && `${other?.marks}` === `${match?.marks}`
        return isSame ? [show(match)] : []
      })
    })
    expect(idle).toEqual([])
  })

  test('and the second reader says so where it is not', () => {
    const criteria = person('Ann Louise | Garcia-Lopez')
    const document = record('GARCIA, ANN L & PETER')
    const match = decideMatch(criteria, document)
    expect(match?.sentence).toBe(sentences.halfName)
    if (!match) return
    const marks: Match['marks'] = [[0, 6]]
    const claims: Partial<Match>[] = [
      { sentence: sentences.sameName },
      { sentence: sentences.sameNameAndMiddle },
      { sentence: sentences.turnedName },
      { sentence: sentences.initialInRecord },
      { marks },
      { marks: [...(match.marks ?? []), [16, 21]] },
      { marks: undefined },
    ]
    for (const claim of claims) expect(findFalseClaims(criteria, document, { ...match, ...claim })).not.toEqual([])
  })
})

describe('the marks', () => {
  test.each([
    ['Mary | Smith', 'SMITH, JOHN & MARY', '[SMITH], JOHN & [MARY]'],
    ['Ann | Smith', 'JONES, ANN / SMITH, MARY & ANN', 'JONES, ANN / [SMITH], MARY & [ANN]'],
    ['Mary | Jones', 'SMITH MARY & JONES, MARY', 'SMITH MARY & [JONES], [MARY]'],
    ['Brian | Madison', 'BRIAN J AND TANYA R MADISON', '[BRIAN] J AND TANYA R [MADISON]'],
    ['John Rick | Smith', 'SMITH, J.R.', '[SMITH], [J.R.]'],
    ['William | Kingsley', 'KINGSLEY, WB', '[KINGSLEY], [W]B'],
    ['Leeann | Smith', 'SMITH, LEE ANN M', '[SMITH], [LEE ANN] M'],
    ['Lee Ann | Smith', 'SMITH, LEEANN', '[SMITH], [LEEANN]'],
    ['Ian | McDonald', 'MC DONALD, IAN', '[MC DONALD], [IAN]'],
    ['Lucio | Villalpando', 'VILLALPANDO.LUCIO', '[VILLALPANDO.LUCIO]'],
    ['Kevan | ORear', "O'REAR,KEVAN J", "[O'REAR],[KEVAN] J"],
    ['José | Muñoz', 'Mun\u0303oz, Jose\u0301', '[Mun\u0303oz], [Jose\u0301]'],
    ['Ana | Lopez', 'GARCIA-LOPEZ, ANA', 'GARCIA-[LOPEZ], [ANA]'],
    ['Brian | Van Hoek', 'HOEK,BRIAN K VAN', '[HOEK],[BRIAN] K [VAN]'],
    ['Jane | Jones', 'SMITH, JANE (NEE JONES)', 'SMITH, [JANE] (NEE [JONES])'],
    ['Wayne | Lanier', 'LANIER, H WAYNE', '[LANIER], H [WAYNE]'],
    ['Mohammad | Rahman', 'RAHMAN, MD ABDUL', '[RAHMAN], [MD] ABDUL'],
    ['John | Smith', 'SMITHJOHN', '[SMITHJOHN]'],
    ['John | Todd', 'THE JOHN AND MARY TODD FAMILY TRUST', 'THE [JOHN] AND MARY [TODD] FAMILY TRUST'],
  ])('of %s in %s', (alert, name, shown) => {
    expect(show(decideMatch(person(alert), record(name)))).toBe(shown)
  })

  test('stand in a name in parts as it is written', () => {
    const party = { firstName: 'MARY & JACK', lastName: 'SMITH', businessName: 'SMITH FARMS' }
    expect(show(decideMatch(person('Jack | Smith'), record(party)))).toBe('MARY & [JACK SMITH] / SMITH FARMS')
  })

  test('are left out where a text is longer than any name', () => {
    const match = decideMatchOfLength(1_200)
    expect(match).toMatchObject({ sentence: sentences.sameName })
    expect(match?.marks).toBeUndefined()
  })
})

const decideMatchOfLength = (length: number) =>
  explain({
    criteria: person('John | Smith'),
    document: record(`SMITH, JOHN / ${'X'.repeat(length)}`),
    format: defaultFeedFormat,
  })

function show(match: Match | null): string {
  return (match?.marks ?? []).reduceRight(
    (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    match?.recordRaw ?? '',
  )
}
