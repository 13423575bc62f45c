import { parse } from 'csv-parse/sync'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { feedFormat, decideMatch, record } from '#tests/matching/shorthand.ts'
import { abbreviate } from '../business/abbreviate.ts'
import { type ParsedParty, parseParty } from '../party/party.ts'
import { fold } from '../text/fold.ts'
import { removeSpaces, normalize } from '../text/normalize.ts'

/**
 * Real messy names by kind, read from development data that is no part of the repository and names real people: the
 * expectations are stated by kind, and the tests are skipped where the data is absent.
 */
const file = '../shared/data/denver_sales/messy_examples.csv'
const present = existsSync(file)
type Row = { category: string; value: string }
const rows: Row[] = present ? parse(readFileSync(file, 'utf8'), { columns: true }) : []

/** The text before and after the first comma, and the words of either. */
function halves(value: string) {
  const [before = '', after = ''] = value.split(',,').join(',').split(',')
  return { comma: value.includes(','), before: words(before), after: words(after.split(/[&(/]/)[0] ?? '') }
}
const words = (text: string) => normalize(text).split(' ')

const surnames = (party: ParsedParty) => party.people.map(({ surname }) => surname.key)
const firsts = (party: ParsedParty) => party.people.flatMap(({ givenNames }) => givenNames.map(({ first }) => first))
const keys = (party: ParsedParty) => party.businesses.map(({ key }) => key)
const forms = (party: ParsedParty) => party.businesses.flatMap((business) => business.legalForms)

/** A comma name is read as this person: surname before the comma, first given name after it. */
function namesOne(party: ParsedParty, value: string): void {
  const { before, after } = halves(value)
  expect(surnames(party)).toContain(removeSpaces(before.join('')))
  expect(firsts(party)).toContain(after[0])
}

function isBusiness(party: ParsedParty, value: string): void {
  expect(['business', 'trust']).toContain(party.kind)
  if (!/ FBO|\/FBO/.test(value)) expect(party.people).toEqual([])
  // After TRUST, COMPANY is part of the name.
  if (!/ TR(?:UST)? CO(?:MPANY)?\b/.test(value)) expect(forms(party).length).toBeGreaterThan(0)
}

const expectations: Record<string, (party: ParsedParty, value: string) => void> = {
  llc: isBusiness,
  inc_corp_co: isBusiness,
  lp_llp_lllp: isBusiness,
  bank_na: (party) => expect(['business', 'trust']).toContain(party.kind),
  trust: (party, value) => {
    expect(party.kind).toBe('trust')
    expect(keys(party).every((key) => key.includes('TRUST'))).toBe(true)
    if (halves(value).comma) namesOne(party, value)
  },
  trustee_TR: (party, value) => {
    const inTrust = /(?:LIVING|FAMILY|REV|IRREV|LAND) TR\b/.test(value)
    if (inTrust) expect(party.kind).toBe('trust')
    expect(keys(party).some((key) => key.includes('TRUST'))).toBe(inTrust || / TR COMPANY/.test(value))
    if (halves(value).comma) namesOne(party, value)
  },
  estate_of: (party, value) => {
    expect(party.kind).toBe('person')
    namesOne(party, value)
    expect(party.people.flatMap((person) => person.givenWords)).not.toContain('ESTATE')
  },
  life_estate: (party, value) => {
    expect(party.kind).toBe('person')
    namesOne(party, value)
    expect(party.people.flatMap((person) => person.givenWords).join(' ')).not.toMatch(/LIFE|ESTA/)
  },
  suffix: (party, value) => {
    namesOne(party, value)
    expect(party.people.flatMap((person) => person.givenWords).join(' ')).not.toMatch(/\b(?:JR|SR|II|III|IV)\b/)
  },
  ampersand_couple: (party, value) => {
    if (!halves(value).comma) return expect(keys(party)).toContain(party.businesses[0]?.key)
    namesOne(party, value)
    const parts = value.split('&').filter((part) => part.trim() !== '')
    expect(new Set(surnames(party)).size).toBe(1)
    expect(party.people.length).toBe(parts.length)
  },
  trailing_ampersand: (party, value) => {
    expect(party.kind).toBe('person')
    expect(new Set(surnames(party)).size).toBe(1)
    namesOne(party, value)
  },
  slash_joined: (party, value) => {
    const first = value.split(/\/(?!A)|,/)[0] ?? ''
    expect(keys(party).some((key) => key.startsWith(removeSpaces(normalize(first)).slice(0, 2)))).toBe(true)
    if (halves(value).comma) namesOne(party, value)
  },
  apostrophe_straight: (party, value) => {
    namesOne(party, value)
    expect(surnames(party).join('')).toMatch(/^[A-Z]+$/)
  },
  hyphenated: (party, value) => {
    if (!halves(value).comma) return isBusiness(party, value)
    namesOne(party, value)
    expect(party.people[0]?.surname.halves).toHaveLength(2)
  },
  particle_surname: (party, value) => {
    namesOne(party, value)
    const { before } = halves(value)
    if (before.length === 2) expect(party.people[0]?.surname.halves).toEqual([])
  },
  two_word_surname: (party, value) => {
    namesOne(party, value)
    expect(party.people[0]?.surname.halves).toEqual(halves(value).before)
  },
  full_stop_for_comma: (party, value) => {
    const [surname = '', given = ''] = fold(value).split('.')
    expect([...new Set(surnames(party))]).toEqual([surname])
    expect(firsts(party)).toContain(given.split(' ')[0])
  },
  parenthesis: (party, value) => {
    if (halves(value).comma) return namesOne(party, value)
    expect(party.kind).toBe('business')
  },
  digits_in_name: (party) => expect(['business', 'trust']).toContain(party.kind),
  single_letter_first: (party, value) => {
    namesOne(party, value)
    const [, second] = halves(value).after
    if (second !== 'TRUST') expect(firsts(party)).toContain(second)
  },
  nee_aka_fka_dba: (party, value) => {
    const [left = '', right = ''] = value.split(/[ /](?:DBA|FBO|AKA)(?: |$)/)
    const name = left.replace(/ (?:LLC|INC|COMPANY|TR CO|TR COMPANY|AS CUSTODIAN)( LLC)?$/, '')
    const bare = abbreviate(words(name), false).join('')
    expect(keys(party).some((key) => key.startsWith(bare.slice(0, 8)) && !key.includes('FBO'))).toBe(true)
    if (words(right).length === 2 && !right.includes('LLC')) expect(surnames(party)).toContain(words(right)[1])
  },
  government: (party, value) => {
    if (halves(value).comma) return namesOne(party, value)
    expect(['business', 'trust']).toContain(party.kind)
  },
  church: (party, value) => {
    if (halves(value).comma) return namesOne(party, value)
    expect(party.kind).toBe('business')
  },
  truncated_at_limit: (party, value) => {
    const cut = parseParty({ name: value }, 0, feedFormat({ nameWidth: value.length }))
    expect(cut.wholePrefixes).toHaveLength(1)
    if (!halves(value).comma) return isBusiness(party, value)
    expect(cut.truncatedPeople.length).toBeGreaterThan(0)
  },
}

describe.skipIf(!present)(`messy names by kind (${present ? file : 'the development data is not here'})`, () => {
  it('has an expectation for each kind', () => {
    expect(Object.keys(expectations).toSorted()).toEqual([...new Set(rows.map((row) => row.category))].toSorted())
  })

  // The rows are numbered rather than named, so that a test report contains no person's name.
  it.each(rows.map((row, i) => ({ ...row, i })))('$category, row $i', ({ category, value }) => {
    const party = parseParty({ name: value }, 0, feedFormat({}))
    expect(party.raw).toBe(value.trim())
    expectations[category]?.(party, value)
  })

  it.each(rows.map((row, i) => ({ ...row, i })))('row $i matches an alert on its own text', ({ value }) => {
    const criteria = { alertType: 'BUSINESS', businessName: value, variants: noMatchOptions } as const
    expect(decideMatch(criteria, record(value))).not.toBeNull()
  })
})
