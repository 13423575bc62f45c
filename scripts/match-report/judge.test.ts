import { expect, test } from 'vitest'
import { judgeCompanies, judgePersons } from './labeled-names.ts'
import { judgeFebrl, judgeNameparser, judgeNomenklatura, listHeldOutFebrl } from './pairs.ts'

test('labeled persons: the kind, and whether their own alert finds them', () => {
  const xml = `<NameCollection>
    <Name><GivenName>PETER</GivenName> <MiddleInitial>Q.</MiddleInitial> <Surname>MARSH</Surname></Name>
    <Name><GivenName>PETER</GivenName> <And>&amp;</And> <GivenName>HELEN</GivenName> <Surname>MARSH</Surname></Name>
    <Name><GivenName>PETER</GivenName></Name>
  </NameCollection>`
  expect([...judgePersons(xml).values()]).toEqual(['person, found defaults', 'person, found defaults', 'unreadable'])
})

test('labeled companies: the kind, people read in them, and whether an alert without the legal form finds them', () => {
  const xml = `<NameCollection>
    <Name><CorporationName>harbor</CorporationName> <CorporationName>ledger</CorporationName> <CorporationLegalType>llc</CorporationLegalType></Name>
    <Name><CorporationLegalType>inc</CorporationLegalType></Name>
  </NameCollection>`
  const [first, second] = judgeCompanies(xml).values()
  expect(first).toBe('business, found defaults')
  expect(second).not.toContain('found')
})

test('two files of people: each person with their own copy, and with another person’s', () => {
  const header = 'rec_id, given_name, surname'
  const originals = `${header}\nrec-4-org, peter, marsh\nrec-9-org, ada, okafor\nrec-7-org, , pratt\n`
  const copies = `${header}\nrec-9-dup-0, ada, okaforr\nrec-4-dup-0, peter, marsh\n`
  const { same, other } = judgeFebrl(originals, copies)
  expect(same.get(4)).toBe('same defaults')
  expect(same.get(9)).toMatch(/^same (close|everything|no)$/)
  expect([...other]).toEqual([
    [4, 'other no'],
    [9, 'other no'],
    [7, 'left out, first or last name missing'],
  ])
})

test('two files of people: a pair without both names is left out, and says why', () => {
  const header = 'rec_id, given_name, surname'
  const originals = `${header}\nrec-4-org, peter, marsh\nrec-7-org, , pratt\nrec-9-org, ada, okafor\n`
  const copies = `${header}\nrec-4-dup-0, peter, \nrec-7-dup-0, ann, pratt\nrec-9-dup-0, ada, okafor\n`
  expect([...judgeFebrl(originals, copies).same]).toEqual([
    [4, 'left out, first or last name missing'],
    [7, 'left out, first or last name missing'],
    [9, 'same defaults'],
  ])
  expect([...listHeldOutFebrl(originals)]).toEqual([9])
})

test('judged pairs of persons and companies', () => {
  const csv = [
    'case_group,schema,name1,name2,is_match,quality',
    'a,Person,Peter Marsh,Marsh Peter,true,STRONG',
    'a,Person,Peter Marsh,Ada Okafor,false,STRONG',
    'a,Person,Marsh,Peter Marsh,true,WEAK',
    'a,Company,Harbor Ledger LLC,Harbor Ledger Inc,true,STRONG',
  ].join('\n')
  expect([...judgeNomenklatura(csv)]).toEqual([
    [1, 'person, same defaults'],
    [2, 'person, other no'],
    [3, 'left out, one word'],
    [4, 'business, same defaults'],
  ])
})

test('names with expected parts', () => {
  const lines = [
    { input: 'Marsh, Peter Q.', expected: { first: 'Peter', middle: 'Q.', last: 'Marsh' } },
    { input: 'Dr. Marsh', expected: { title: 'Dr.', last: 'Marsh' } },
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  expect([...judgeNameparser(text)]).toEqual([
    [1, 'found defaults'],
    [2, 'left out, first or last name missing'],
  ])
})
