import fs from 'node:fs'

/** docs/names.md, as the spelling check and the test of names read it. */
const page = fs.readFileSync(new URL('../../docs/names.md', import.meta.url), 'utf8')
const [terms = ''] = page.split('## Where an older word stays')

/** A word, and the term to use in its place. */
type Refused = [word: string, term: string]

const readRows = (text: string): string[][] =>
  [...text.matchAll(/^\| (?!term|name|---)(.+) \|$/gm)].map(([, cells = '']) => cells.split(' | '))
const listRefused = (pattern: RegExp): Refused[] =>
  readRows(terms).flatMap(([term = '', , not = '']) =>
    [...not.matchAll(pattern)].map(([, word = '']): Refused => [word, term]),
  )

/** No text may have these words. */
export const refusedWords = listRefused(/\*\*(.+?)\*\*/g)
/** No name may have these words of camelCase. */
export const refusedNames = [...refusedWords, ...listRefused(/`(.+?)`/g)]
