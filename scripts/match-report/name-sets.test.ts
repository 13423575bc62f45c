import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeFile } from '#tests/helpers/write-file.ts'
import { takeHeldOut } from './held-out.ts'
import { readNameSets } from './name-sets.ts'
import { partyNames } from './read-documents.ts'

function makeFolder(files: Record<string, string>): string {
  const folder = path.dirname(writeFile('README.md', 'Names'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}

test.each<[title: string, file: string, content: string, names: string[][]]>([
  [
    'a county’s index',
    'a.jsonl',
    '{"grantor":["MARSH,PETER"],"grantee":["OKAFOR,ADA"]}\n',
    [['MARSH,PETER', 'OKAFOR,ADA']],
  ],
  ['names with expected parts', 'b.jsonl', '{"input":"Peter Marsh","expected":{}}\n', [['Peter Marsh']]],
  ['a city’s index', 'c.csv', 'DOCUMENT ID,PARTY TYPE,NAME\n1,2,"MARSH, PETER"\n2,1,\n', [['MARSH, PETER'], []]],
  ['a vendor’s export', 'd.csv', 'Search\nGrantor,Grantee\nMARSH PETER,OKAFOR ADA\n', [['MARSH PETER', 'OKAFOR ADA']]],
  ['people and their copies', 'e.csv', 'rec_id, given_name, surname\n1, peter, marsh\n2, , \n', [['peter marsh'], []]],
  ['businesses of a city', 'f.csv', 'HARBOR LEDGER LLC\n"BIRCH, INC."\n', [['HARBOR LEDGER LLC'], ['BIRCH, INC.']]],
  [
    'labeled persons',
    'g.xml',
    '<NameCollection><Name><GivenName>PETER</GivenName> <Surname>MARSH</Surname></Name></NameCollection>',
    [['PETER MARSH']],
  ],
  [
    'PRIA files',
    'h.xml',
    '<A><PRIA_DOCUMENT><GRANTOR _UnparsedName="PETER MARSH"/></PRIA_DOCUMENT></A>',
    [['PETER MARSH']],
  ],
])('knows %s by its columns or marks', (title, file, content, names) => {
  const { sets, others } = readNameSets(makeFolder({ [`below/${file}`]: content }))
  expect(sets.map((set) => [set.title, set.documents.map(partyNames)])).toEqual([[title, names]])
  expect(others).toBe(1)
})

test('puts files of one kind together, and leaves out files that name no party', () => {
  const sheet = 'GRANTOR,GRANTEE\nMARSH PETER,OKAFOR ADA\n'
  const folder = makeFolder({
    'a.csv': sheet,
    'b.csv': sheet,
    'codes.csv': 'code,meaning\nWD,Warranty deed\n',
    'x.json': '{}',
  })
  const { sets, others } = readNameSets(folder)
  expect(sets.map(({ title, documents }) => [title, documents.length])).toEqual([['the county’s sheet as found', 2]])
  expect(others).toBe(3)
})

test('the third held out is every third row', () => {
  expect(takeHeldOut(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual(['c', 'f'])
})
