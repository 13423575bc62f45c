import { expect, test } from 'vitest'
import { documentTypes, type DocumentTypeKey, explainDocumentType, findDocumentType } from './document-types.ts'

const entries = Object.entries(documentTypes) as [DocumentTypeKey, (typeof documentTypes)[DocumentTypeKey]][]

test('gives no name to two types', () => {
  const names = entries.flatMap(([, type]) => type.names)
  expect(new Set(names).size).toBe(names.length)
  expect(entries.flatMap(([key, type]) => type.names.filter((name) => findDocumentType(name) !== key))).toEqual([])
})

test('explains in whole sentences of under 20 words, each with a source', () => {
  for (const [, { explanation, source }] of entries) {
    expect(explanation).toMatch(/^[A-Z].*\.$/)
    for (const sentence of explanation.split(/(?<=[.;]) /)) expect(sentence.split(' ').length).toBeLessThan(20)
    expect(source).toMatch(/\d/)
  }
})

test.each<[string, DocumentTypeKey]>([
  ['Quit Claim Deed', 'quitClaimDeed'],
  ['DEED - QUITCLAIM', 'quitClaimDeed'],
  ['QCD', 'quitClaimDeed'],
  [' quit  claim deed. ', 'quitClaimDeed'],
  ['WD', 'warrantyDeed'],
  ['DOT', 'deedOfTrust'],
  ['TRUST DEED', 'deedOfTrust'],
  ['TRUSTEE\u2019S DEED', 'trusteesDeed'],
  ['MTG ASGN', 'assignmentOfMortgage'],
  ['SAT OF MTG', 'mortgageRelease'],
  ['MECHANIC\u2019S LIEN', 'mechanicsLien'],
  ['LIS PENDENS', 'lisPendens'],
])('reads %s as %s', (name, key) => {
  expect(findDocumentType(name)).toBe(key)
})

test.each([
  '',
  ' ',
  '---',
  'MISCELLANEOUS',
  'DEED TO TRUST COMPANY',
  'QUIT CLAIM DEED OF THE CENTURY',
  'toString',
  '__proto__',
  'DEED '.repeat(100),
])('does not know %j', (name) => {
  expect(findDocumentType(name)).toBeNull()
})

const explain = (documentType: string, documentDescription: string, ...texts: [string, string][]) =>
  explainDocumentType(
    { documentType, documentDescription },
    texts.map(([heading, paragraphContent]) => ({ heading, paragraphContent })),
  )

test.each<[string, string, DocumentTypeKey | undefined]>([
  ['WD', 'Warranty Deed', 'warrantyDeed'],
  ['WD', '', 'warrantyDeed'],
  ['', 'Warranty Deed', 'warrantyDeed'],
  ['DEED', 'Warranty Deed', 'warrantyDeed'],
  ['D017', 'Easement', 'easement'],
  ['DEED', 'Transfer of lot 3', 'deed'],
  ['QC', 'Quarry certificate', undefined],
  ['', '', undefined],
])('explains a record of type %j, described as %j, as %s', (type, description, key) => {
  expect(explain(type, description)?.key).toBe(key)
})

test('keeps the sentence that the county requires', () => {
  expect(explain('QCD', 'Quit Claim Deed')?.explanation).toBe(
    'A quit claim deed gives up someone\u2019s claim to a property. The giver makes no promise of owning anything.',
  )
})

const own = 'Our words.'
test.each<[string, [string, string], string | undefined]>([
  ['by the same name', ['Quit Claim Deed', own], own],
  ['by another name of the type', ['qcd', own], own],
  ['with spaces around them', ['QUITCLAIM', ` ${own} `], own],
  ['of nothing', ['QCD', ' '], undefined],
  ['about another type', ['WD', own], documentTypes.quitClaimDeed.explanation],
])('uses or ignores a county\u2019s words %s', (_name, text, explanation) => {
  expect(explain('QCD', 'Quit Claim Deed', text)?.explanation).toBe(explanation)
})

test('lets a county explain a type that we do not know', () => {
  expect(explain('TRO', 'Torrens Order', ['Torrens order', own])).toEqual({ key: null, explanation: own })
  expect(explain('TRO', '', ['TRO', own])?.explanation).toBe(own)
})
