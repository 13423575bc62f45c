import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { business, isFound, decideMatch, person, record } from '#tests/matching/shorthand.ts'
import { sentences } from '../explain/reason.ts'
import { RULE_VERSION } from './version.ts'

/** The published table. */
const table: [criteria: ReturnType<typeof person>, name: string, matches: boolean][] = [
  [person('John | Smith'), 'SMITH JOHN R JR', true],
  [person('John | Smith'), 'SMITH J', true],
  [person('John | Smith'), 'SMITH JAMES', false],
  [person('John Rick | Smith'), 'SMITH JOHN R', true],
  [person('John Rick | Smith'), 'SMITH JOHN', true],
  [person('John Rick | Smith'), 'SMITH JOHN ALAN', false],
  [person('Wayne | Lanier'), 'LANIER, H WAYNE', true],
  [person('Bernard | Axelrod'), 'BERNARD M AXELROD', true],
  [person('Krista | Wentz'), 'LEVY, ANDREW B & KRISTA L WENTZ', true],
  [person('Lucille | Silva'), 'SILVA LINDA LUCILLE', false],
  [person('John | Smith'), 'SMITH JON', false],
  [person('John | Smith', { soundAlikes: true }), 'SMITH JON', true],
  [person('Robert | Lee'), 'LEE BOB', false],
  [person('Robert | Lee', { nicknames: true }), 'LEE BOB', true],
  [person('Ana | Garcia'), 'GARCIA-LOPEZ ANA', true],
  [person('Ann | Van Buren'), 'VANBUREN,ANN', true],
  [person('Ann | Buren'), 'VAN BUREN ANN', false],
  [person('John | Smith'), 'ESTATE OF JOHN SMITH', true],
  [person('Lucio | Villalpando'), 'VILLALPANDO.LUCIO', true],
  [business('CJK Foods'), 'CJK FOODS, L.L.C.', true],
  [business('Smith Family Trust'), 'SMITH FAMILY LLC', false],
]

describe('the published table', () => {
  it.each(table)('%j and %s: %s', (criteria, name, matches) => {
    expect(decideMatch(criteria, record(name)) !== null).toBe(matches)
    if (matches) expect(isFound(criteria, record(name))).toBe(true)
  })
})

const smith = person('John | Smith')

describe('the sentence of a match', () => {
  it('names the place, the role and both texts as they were written', () => {
    const document = record({ role: 'GRANTOR', name: 'JONES, MARY' }, { role: 'GRANTEE', name: 'SMITH, JOHN R JR' })
    expect(decideMatch(person(' John | Smith '), document)).toEqual({
      field: 'party',
      fieldIndex: 1,
      role: 'GRANTEE',
      alertRaw: 'John Smith',
      recordRaw: 'SMITH, JOHN R JR',
      marks: [
        [0, 5],
        [7, 11],
      ],
      byInitialOnly: false,
      otherLegalForm: false,
      grade: 'CERTAIN',
      reading: { cause: 'comma', weight: 1 },
      variant: null,
      ruleVersion: RULE_VERSION,
      sentence: 'First and last name are the same.',
    })
  })

  it('writes a name in parts in its natural order', () => {
    const document = record({ firstName: 'JOHN', middleName: 'R', lastName: 'SMITH', suffix: 'JR' })
    expect(decideMatch(smith, document)?.recordRaw).toBe('JOHN R SMITH JR')
  })

  it.each([
    ['John | Smith', 'SMITH J', true],
    ['J | Smith', 'SMITH JOHN', true],
    ['J | Smith', 'SMITH J', true],
    ['John R | Smith', 'SMITH J R', true],
    ['John Rick | Smith', 'SMITH J RICK', false],
    ['John | Smith', 'SMITH JOHN R', false],
    ['Wayne | Lanier', 'LANIER, H WAYNE', false],
    ['Ana | Garcia', 'GARCIA-LOPEZ, A', true],
    ['Ana Rosa | Garcia', 'GARCIA-LOPEZ, A ROSA', false],
  ])('%s and %s: by initial only %s', (alert, name, byInitialOnly) => {
    expect(decideMatch(person(alert), record(name))?.byInitialOnly).toBe(byInitialOnly)
    expect(decideMatch(person(alert, { notByInitial: true }), record(name)) === null).toBe(byInitialOnly)
  })

  it.each([
    ['full names over initials', smith, ['SMITH J', 'SMITH JOHN'], 1, null],
    ['a middle name that agrees over none', person('John Rick | Smith'), ['SMITH JOHN', 'SMITH JOHN R'], 1, null],
    ['the standing rule over a variant', person('Robert | Lee', { nicknames: true }), ['LEE BOB', 'LEE R'], 1, null],
    ['whole surnames over halves', person('Ana | Garcia'), ['GARCIA-LOPEZ, ANA', 'GARCIA, ANA'], 1, null],
    ['the first of equals', smith, ['SMITH JOHN', 'SMITH JOHN'], 0, null],
  ])('prefers %s', (_what, criteria, names, fieldIndex, variant) => {
    expect(decideMatch(criteria, record(...names))).toMatchObject({ fieldIndex, variant })
  })

  it.each([
    ['John | Smith', 'SMITH, JOHN', 'First and last name are the same.'],
    ['John Rick | Smith', 'SMITH, JOHN RICK', 'First, middle and last name are the same.'],
    ['John Rick | Smith', 'SMITH, JOHN R', 'First and last name are the same, and the middle initial matches.'],
    ['John R | Smith', 'SMITH, JOHN R', 'First and last name are the same, and the middle initial matches.'],
    ['Mary Ann | Smith', 'SMITH, MARY ANN THERESA', 'First and last name are the same, and so is one middle name.'],
    [
      'Mary Ann Louise | Smith',
      'SMITH, MARY ANN THERESA',
      'First and last name are the same. One middle name is the same, another is not.',
    ],
    [
      'Mary Ann Louise | Smith',
      'SMITH, MARY A THERESA',
      'First and last name are the same. One middle initial matches. Another middle name does not.',
    ],
    ['Lee Ann | Smith', 'SMITH, LEEANN', 'First and last name are the same.'],
    ['Wayne | Lanier', 'LANIER, H WAYNE', 'The last name is the same, and so is one of the first names.'],
    ['Bob | Smith', 'SMITH, ROBERT (BOB)', 'The last name is the same, and so is one of the first names.'],
    ['Rahim | Khan', 'KHAN, MD RAHIM', 'The last name is the same, and so is one of the first names.'],
    [
      'Ana | Garcia-Lopez',
      'LOPEZ-GARCIA, ANA',
      'The first name is the same. The last name has the same parts, in another order.',
    ],
    ['Ana | Garcia', 'GARCIA-LOPEZ, ANA', 'The first name and one part of the last name are the same.'],
  ])('%s and %s: %s', (alert, name, sentence) => {
    expect(decideMatch(person(alert), record(name))?.sentence).toBe(sentence)
  })

  it('prefers a name without a middle name to one whose middle names contradict', () => {
    const document = record('SMITH, MARY ANN THERESA', 'SMITH, MARY')
    expect(decideMatch(person('Mary Ann Louise | Smith'), document)?.fieldIndex).toBe(1)
  })

  it('says that the names are the same only if the same words are in the same order', () => {
    const words = fc.array(fc.constantFrom('ANN', 'LOUISE', 'THERESA', 'A', 'T', 'MARIE'), { maxLength: 3 })
    fc.assert(
      fc.property(words, words, (criteria, recorded) => {
        const told = decideMatch(
          person(`Mary ${criteria.join(' ')} | Smith`),
          record(`SMITH, MARY ${recorded.join(' ')}`),
        )
        fc.pre(told !== null)
        const shared = criteria.filter((word) => recorded.includes(word))
        if (told.sentence.startsWith('First, middle')) expect(criteria.join('')).toBe(recorded.join(''))
        if (/one middle name is|One middle name is/.test(told.sentence)) expect(shared).not.toEqual([])
        if (/another is not|another middle name does not/i.test(told.sentence)) expect(criteria).not.toEqual(recorded)
      }),
      { numRuns: 2000, seed: 1 },
    )
  })

  it('has sentences of fewer than twenty words', () => {
    for (const text of Object.values(sentences)) {
      for (const sentence of text.split(/(?<=\.) /)) {
        expect(sentence).toMatch(/^[A-Z].*\.$/)
        expect(sentence.split(' ').length).toBeLessThan(20)
      }
    }
  })
})

describe('match options', () => {
  it.each([
    [person('Robert | Lee'), { nicknames: true }, 'LEE BOB', 'nicknames'],
    [person('Bob | Lee'), { nicknames: true }, 'LEE, ROBERT E', 'nicknames'],
    [person('Francisco | Rios'), { nicknames: true }, 'RIOS PACO', 'nicknames'],
    [person('Robert Earl | Lee'), { nicknames: true }, 'LEE BOB A', null],
    [person('Robert | Lee'), { nicknames: true }, 'LEES BOB', null],
    [person('Robert | Lee'), { soundAlikes: true }, 'LEE BOB', null],
    [person('John | Smith'), { soundAlikes: true }, 'SMITH JON', 'soundAlikes'],
    [person('John | Smith'), { soundAlikes: true }, 'SMYTH JOHN', 'soundAlikes'],
    [person('John | Smith'), { soundAlikes: true }, 'SMYTH JON', 'soundAlikes'],
    [person('Stephen | Smith'), { soundAlikes: true }, 'SMITH STEVEN', 'soundAlikes'],
    [person('John | Smith'), { soundAlikes: true }, 'SMITH JANE', null],
    [person('John | Smith'), { soundAlikes: true }, 'SCHMIDT JOHN', null],
    [person('John | Smith'), { soundAlikes: true }, 'SMYTH J', null],
    [person('John Rick | Smith'), { soundAlikes: true }, 'SMITH JON ALAN', null],
    [person('Ana | Garcia'), { soundAlikes: true }, 'GARSIA-LOPEZ, ANA', 'soundAlikes'],
    [business('Harbor Elm'), { allWords: true }, 'ELM STREET HARBOR LLC', 'allWords'],
    [business('Harbor of Elm'), { allWords: true }, 'ELM HARBOR', 'allWords'],
    [business('Harbor Elm'), { allWords: true }, 'ELM STREET', null],
    [business('Harbor'), { allWords: true }, 'ELM HARBOR', null],
    [business('A1 B1 C1 D1 E1 F1'), { allWords: true }, 'F1 E1 D1 C1 B1 A1 G1 H1', 'allWords'],
    [business('A1 B1 C1 D1 E1 F1 G1'), { allWords: true }, 'F1 E1 D1 C1 B1 A1 G1 H1', null],
    [business('Elm Harbor'), { allWords: true }, 'ONE PIER BOAT SAIL ROPE MAST HARBOR DECK ELM HULL', 'allWords'],
    [business('Elm Harbor'), { allWords: true }, 'ONE PIER BOAT SAIL ROPE MAST HARBOR DECK HULL', null],
    [business('Smith Brothers Trust'), { allWords: true }, 'TRUST OF THE SMITH BROS SONS', 'allWords'],
  ])('%j with %j and %s: %s', (criteria, variants, name, variant) => {
    const wide = { ...criteria, variants: { ...criteria.variants, ...variants } }
    expect(decideMatch(criteria, record(name))).toBeNull()
    expect(decideMatch(wide, record(name))?.variant ?? null).toBe(variant)
    if (variant) expect(isFound(wide, record(name))).toBe(true)
  })
})
