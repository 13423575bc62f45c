import { parse } from 'csv-parse/sync'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatPartyName } from '#shared/contract/party.ts'
import { givenNameShare, surnameShare } from '#shared/matching/tables/census.ts'
import { absentNames, droppedWords } from '#shared/matching/tables/dropped-words.ts'
import { organizationWords, tradeWords } from '#shared/matching/tables/organization-words.ts'
import { trustWords } from '#shared/matching/tables/trust-words.ts'
import { isHeldOut } from '../held-out.ts'
import { listLabeledPeople } from '../labeled-names.ts'
import { readNameSets } from '../name-sets.ts'
import { readPlainNames, toLetters } from '../plain-name.ts'
import { isNoMark } from '../spoilers/marked-words.ts'
import { makePlainPool, type Pool } from './pool.ts'

/** The folder of real names outside the repository. Its names are read when needed and never stored. */
export const developmentFolder = path.join(import.meta.dirname, '../../../../shared/data')

type Name = { first: string; last: string }

const isFree = (word: string) =>
  isNoMark(word) &&
  ![droppedWords, absentNames, organizationWords, tradeWords, trustWords].some((table) => table.has(word))
/** One word as written, not several run together. */
const isWord = (name: string) => /^\p{L}[\p{L}\p{M}]*$/u.test(name) && /^[A-Z]{3,14}$/.test(toLetters(name))

/**
 * The names of the folder that the census list does not have; null without the folder. Of each set it takes the rows
 * that we may look at while we write the rule, or only those held out.
 */
export function makeFolderPool(isHeldOutOnly = false, folder = developmentFolder): Pool | null {
  if (!existsSync(folder)) return null
  const names = [...readIndexed(folder, isHeldOutOnly), ...readPeople(folder, isHeldOutOnly)]
  const given = listUnlisted(
    names.map(({ first }) => first),
    givenNameShare,
  )
  const surnames = listUnlisted(
    names.map(({ last }) => last),
    surnameShare,
  )
  if (given.length < 100 || surnames.length < 100) return null
  return makePlainPool('folder', given, surnames, {
    given: (random) => random.pick(given),
    surname: (random) => random.pick(surnames),
  })
}

function listUnlisted(names: string[], toShare: (name: string) => number): string[] {
  const words = new Set(
    names
      .filter(isWord)
      .map(toLetters)
      .filter((word) => isFree(word) && toShare(word) === 0),
  )
  return [...words].toSorted()
}

const takeRows = <T>(rows: readonly T[], isHeldOutOnly: boolean) =>
  rows.filter((_, i) => isHeldOut(i + 1) === isHeldOutOnly)

/** 'SURNAME, GIVEN MIDDLE' of every set, by the comma alone. */
function readIndexed(folder: string, isHeldOutOnly: boolean): Name[] {
  const { sets } = readNameSets(folder)
  const documents = sets.flatMap(({ documents: rows }) => takeRows(rows, isHeldOutOnly))
  const texts = documents.flatMap(({ parties }) => parties.filter(({ name }) => name).map(formatPartyName))
  return texts.filter((text) => /^[^,&/]+,[^,&/]+$/.test(text)).flatMap(readPlainNames)
}

type Row = Record<string, string | undefined>

/** People whose first and last names the sets label. The copies with mistakes are left out. */
function readPeople(folder: string, isHeldOutOnly: boolean): Name[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const read = (name: string): string => {
    const file = files.find((entry) => entry.name === name)
    return file ? readFileSync(path.join(file.parentPath, file.name), 'utf8') : ''
  }
  const rows = (name: string): Row[] => {
    const lines: string[][] = parse(read(name), { trim: true, relax_column_count: true })
    const [titles = [], ...others] = lines
    const all = others.map((cells): Row => Object.fromEntries(titles.map((title, i) => [title, cells[i]])))
    return takeRows(all, isHeldOutOnly)
  }
  return [
    ...rows('febrl4_a.csv').map(({ given_name: first = '', surname: last = '' }) => ({ first, last })),
    ...takeRows(listLabeledPeople(read('probablepeople_persons.xml')), isHeldOutOnly),
    ...rows('nomenklatura_nk_cases.csv')
      .filter(({ schema }) => schema === 'Person')
      .flatMap(({ name1 = '' }) => readSpoken(name1)),
  ]
}

function readSpoken(name: string): Name[] {
  const words = name.split(/\s+/)
  return words.length === 2 ? [{ first: words[0]!, last: words[1]! }] : []
}
