import { describe, expect, test } from 'vitest'
import type { Criteria, MatchOptions } from '#shared/contract/alert.ts'
import type { MatchGrade } from '#shared/contract/match.ts'
import { likelySentence } from '#shared/matching/public.ts'
import { business, decideMatch, isFound, parcel, person, record } from '#tests/matching/shorthand.ts'

// cspell:ignore smithe
const everything: Partial<MatchOptions> = {
  nicknames: true,
  soundAlikes: true,
  typingSlips: true,
  formerName: true,
  possible: true,
}

describe('how sure a match is', () => {
  test.each<[entered: string, recorded: string, grade: MatchGrade | null]>([
    // By the rule at its defaults, whatever else is on.
    ['John | Smith', 'SMITH, JOHN', 'CERTAIN'],
    ['John | Smith', 'SMITH, J', 'CERTAIN'],
    ['John Rick | Smith', 'SMITH, JOHN', 'CERTAIN'],
    ['Ana | Garcia', 'GARCIA-LOPEZ, ANA', 'CERTAIN'],
    ['Mary | Marsh | Quill', 'QUILL, MARY', 'CERTAIN'],
    // A close spelling, if both names are rare.
    ['Thessaly | Brandvold', 'BRANVOLD, THESSALY', 'LIKELY'],
    ['Thessaly | Brandvold', 'BRANDVOLD, THESALY', 'LIKELY'],
    ['Bartholomew | Brandvold', 'BRANDVOLD, BART', 'LIKELY'],
    ['Thessaly | Brandvold', 'QUILL, THESSALY BRANDVOLD', 'LIKELY'],
    // The same, if one of them is not.
    ['John | Smith', 'SMITH, JON', 'POSSIBLE'],
    ['John | Smithe', 'SMITH, JOHN', 'POSSIBLE'],
    ['Robert | Lee', 'LEE, BOB', 'POSSIBLE'],
    ['Mary | Smith', 'JONES, MARY SMITH', 'POSSIBLE'],
    // Whatever the weight of the reading: a last name that no list has is read both ways.
    ['Quillon | Brandvold', 'MARY, QUILLON BRANDVOLD', 'LIKELY'],
    // One middle name is the same, another is not.
    ['Ann Lee Rose | Farrow', 'FARROW, ANN LEE MAY', 'POSSIBLE'],
    ['Thessaly Ann Ruth | Brandvold', 'BRANVOLD, THESSALY ANN PAULA', 'POSSIBLE'],
    // Both words in one part, where the rule says no.
    ['Lucille | Silva', 'SILVA, LINDA LUCILLE', 'POSSIBLE'],
    ['Peter | Marsh', 'PETER MARSH LLC', 'POSSIBLE'],
    ['Peter | Marsh', 'PETER MARSH ROOFING INC', 'POSSIBLE'],
    ['Ann | Van Buren', 'ANN VAN BUREN FARMS LLC', 'POSSIBLE'],
    ['Mary | Okafor', 'MARSH, MARY & OKAFOR, JOHN', null],
    ['Peter | Marsh', 'OAKES, ANN C/O PETER MARSH LLC', null],
    ['P | Marsh', 'P MARSH LLC', null],
    // Of a common name, too many other people have both words in theirs.
    ['James | Brown', 'BROWN, LINDA JAMES', null],
    ['James | Brown', 'JAMES BROWN LLC', null],
    ['Peter | Marsh', 'MARSH, PAUL', null],
  ])('%s and %s: %s', (entered, recorded, grade) => {
    const alert = person(entered, everything)
    const match = decideMatch(alert, record(recorded))
    expect(match?.grade ?? null).toBe(grade)
    if (grade !== null) expect(isFound(alert, record(recorded))).toBe(true)
    expect(match?.sentence.endsWith(likelySentence) ?? false).toBe(grade === 'LIKELY')
  })

  test.each<[alert: Criteria, recorded: string, grade: MatchGrade | null]>([
    [business('Harbor Ledger', everything), 'HARBOR LEDGER LLC', 'CERTAIN'],
    [business('Harbor Ledger', everything), 'GREATER HARBOR LEDGER LLC', 'POSSIBLE'],
    [business('Harbor Ledger', { ...everything, allWords: true }), 'GREATER HARBOR LEDGER LLC', 'LIKELY'],
    [business('Harbor Ledger Holdings Group LLC', everything), 'HARBOR LEDGER LLC', 'POSSIBLE'],
    [business('Harbor Ledger Holdings Group LLC', everything), 'HARBOR LEDGER HOLDINGS', 'POSSIBLE'],
    [business('Ledger Holdings LLC', everything), 'LEDGER LLC', null],
    [business('Harbor Ledger Orchard', everything), 'HARBOR LEDGER LLC', null],
    [business('Marsh Quill Family Trust', everything), 'MARSH QUILL', null],
    [business('G and E LLC', { possible: true }), 'MARSH, PETER G & HELEN E', null],
  ])('of a business: %j and %s: %s', (alert, recorded, grade) => {
    expect(decideMatch(alert, record(recorded))?.grade ?? null).toBe(grade)
    if (grade !== null) expect(isFound(alert, record(recorded))).toBe(true)
  })

  test.each<[alert: Criteria, recorded: string, grade: MatchGrade | null]>([
    [person('Michael | West', everything), 'MARSH, MICHAEL WEST QUILL', 'POSSIBLE'],
    [person('Michael | West', everything), 'MARSH, MICHAEL W', null],
    [person('Helen | North', everything), 'OKAFOR, HELEN N', null],
  ])('words of a name are not short ones of a business: %j and %s: %s', (alert, recorded, grade) =>
    expect(decideMatch(alert, record(recorded))?.grade ?? null).toBe(grade),
  )

  test('a parcel is certain', () => {
    expect(decideMatch(parcel('17-03-123'), { parties: [], parcels: ['17-03-123'] })?.grade).toBe('CERTAIN')
  })

  test('of two matches in a record the surer one counts', () => {
    const match = decideMatch(
      person('Ann Lee Rose | Farrow', everything),
      record('FARROW, ANN LEE MAY', 'FARROW, ANN L'),
    )
    expect([match?.grade, match?.recordRaw]).toEqual(['CERTAIN', 'FARROW, ANN L'])
  })
})

describe('an alert that', () => {
  test.each<[what: string, possible: boolean | null, recorded: string, grade: MatchGrade | null]>([
    ['collects possible matches', true, 'SMITH, JON', 'POSSIBLE'],
    ['leaves them out', false, 'SMITH, JON', null],
    ['leaves them out, and has a certain one', false, 'SMITH, JOHN', 'CERTAIN'],
    ['never decided, is sent what its options find right away', null, 'SMITH, JON', 'LIKELY'],
    ['never decided, has none of the new kinds', null, 'JOHN SMITH LLC', null],
    ['leaves them out, has none of the new kinds', false, 'JOHN SMITH LLC', null],
  ])('%s', (_what, possible, recorded, grade) => {
    const match = decideMatch(person('John | Smith', { ...everything, possible }), record(recorded))
    expect(match?.grade ?? null).toBe(grade)
    if (possible === null && match) expect(match.sentence).not.toContain(likelySentence)
  })
})
