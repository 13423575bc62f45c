import path from 'node:path'
import { expect, test } from 'vitest'
import { refusedNames } from './names/dictionary.ts'
import { allowedTwins, keptNames, notYetRenamed, twinsToRename } from './names/exceptions.ts'
import { findParameterProblem } from './names/parameters.ts'
import { readSource, readSources } from './names/read-sources.ts'
import { tics } from './names/tics.ts'

/** The names of the code, its comments and its test titles follow docs/names.md. */
const sources = readSources()
const toWords = (name: string) =>
  ` ${name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]/g, ' ')
    .toLowerCase()} `

test('reads comments and titles, but not what looks like a comment in a text', () => {
  const text = "// why\ntest.each([1])('adds %s', () => get('http://a')) /* how */"
  expect(readSource('a.ts', text).prose.split('\n')).toEqual(["'adds %s'", '// why', '/* how */'])
})

test('no name has a word that the page refuses', () => {
  const allowed = new Set([...keptNames, ...notYetRenamed])
  const refused = refusedNames.map(([word, term]) => ({ words: toWords(word), term }))
  const names = new Map<string, string>()
  for (const { file, identifiers } of sources)
    for (const name of [...identifiers, path.basename(file).replace(/\.tsx?$/, '')]) names.set(name, file)
  const found = [...names].flatMap(([name, file]) => {
    const hit = allowed.has(name) ? undefined : refused.find(({ words }) => toWords(name).includes(words))
    return hit ? [`${name} in ${file}: use ${hit.term}`] : []
  })
  expect(found).toEqual([])
})

test.each(tics)('comments and titles have $tic at most $atMost times', ({ tic, atMost, better }) => {
  const count = sources.reduce((sum, { prose }) => sum + (prose.match(tic)?.length ?? 0), 0)
  expect(count, `write: ${better}`).toBeLessThanOrEqual(atMost)
})

test('no two exported functions of the product have one name', () => {
  const product = sources.filter(({ file }) => /^(?:shared|src-)/.test(file) && !file.includes('.test.'))
  const files = Map.groupBy(
    product.flatMap(({ file, functions }) => functions.map((name) => ({ name, file }))),
    ({ name }) => name,
  )
  const twins = [...files].filter(([name, { length }]) => length > 1 && !(name in allowedTwins))
  expect(twins.map(([name]) => name).filter((name) => !twinsToRename.includes(name))).toEqual([])
})

const findParameterProblems = (of: typeof sources) =>
  of.flatMap(({ file, signatures }) =>
    signatures.flatMap((signature) => {
      const problem = findParameterProblem(signature)
      return problem === undefined ? [] : [`${file}: ${signature.name} ${problem}`]
    }),
  )

test('finds parameters in another order, and too many of them', () => {
  const text = `
    export const list = (db: Db, filter: Filter) => []
    async function save(deps: ServerDeps, tx: Tx, id: number) {}
    const rename = (actor: Actor, { env }: Pick<Deps, 'env'>, name: string) => {}
    const mayRead = (row: Row, actor: Actor) => true
    interface Store { put: (key: string, db: Db | Tx) => void; get(a: 1, b: 2, c: 3, d: 4, e: 5): void }`
  expect(findParameterProblems([readSource('a.ts', text)])).toEqual([
    'a.ts: save takes db or tx first, then deps, then actor or caller',
    'a.ts: rename takes db or tx first, then deps, then actor or caller',
    'a.ts: put takes db or tx first, then deps, then actor or caller',
    'a.ts: get has 5 parameters: pass an object of options',
  ])
})

test('parameters follow the order of CONTRIBUTING.md, and no function takes more than four', () => {
  expect(findParameterProblems(sources)).toEqual([])
})
