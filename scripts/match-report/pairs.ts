import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { takeHeldOut } from './held-out.ts'
import { splitSpoken, tryBusiness, tryPerson } from './try-pair.ts'
import type { Verdicts } from './verdicts.ts'

const parseRows = (csv: string): unknown[] =>
  parse(csv, {
    columns: (header: string[]) => header.map((title) => title.trim()),
    trim: true,
    relax_column_count: true,
  })

const febrlRow = z.object({ rec_id: z.string(), given_name: z.string(), surname: z.string() })
type FebrlRow = z.infer<typeof febrlRow>

const toNumber = (row: FebrlRow) => Number(/^rec-(\d+)-/.exec(row.rec_id)?.[1])
const isWhole = (row: FebrlRow) => row.given_name !== '' && row.surname !== ''
const readFebrl = (csv: string) => z.array(febrlRow).parse(parseRows(csv))

/** Why a row gave no alert: a person's alert needs a first and a last name. */
const lacksName = 'left out, first or last name missing'
const isOneWord = 'left out, one word'

/** The numbers of the third that is held out: every third row of the originals. */
export const listHeldOutFebrl = (originals: string): Set<number> =>
  new Set(takeHeldOut(readFebrl(originals)).map(toNumber))

/**
 * Two files of the same people, the second with mistakes. A row's number is that of its person. 'same …' is the
 * person's own pair, 'other …' the pair with the next person of the second file. A pair without both names is left out.
 */
export function judgeFebrl(originals: string, copies: string): { same: Verdicts; other: Verdicts } {
  const copyByNumber = new Map(readFebrl(copies).map((row) => [toNumber(row), row]))
  const whole = [...copyByNumber].filter(([, copy]) => isWhole(copy))
  const numbers = whole.map(([number]) => number).toSorted((a, b) => a - b)
  const nextNumber = new Map(numbers.map((number, i) => [number, numbers[(i + 1) % numbers.length]]))
  const same: Verdicts = new Map()
  const other: Verdicts = new Map()
  for (const row of readFebrl(originals)) {
    const number = toNumber(row)
    const [copy, next] = [copyByNumber.get(number), copyByNumber.get(nextNumber.get(number) ?? NaN)]
    if (copy) same.set(number, tryRow('same', row, copy))
    if (next !== copy || !next) other.set(number, next ? tryRow('other', row, next) : lacksName)
  }
  return { same, other }
}

function tryRow(whose: 'same' | 'other', original: FebrlRow, copy: FebrlRow): string {
  if (!isWhole(original) || !isWhole(copy)) return lacksName
  const [first = '', ...middles] = original.given_name.split(/\s+/)
  return `${whose} ${tryPerson({ first, middles, last: original.surname }, `${copy.surname}, ${copy.given_name}`)}`
}

const nomenklaturaRow = z.object({ schema: z.string(), name1: z.string(), name2: z.string(), is_match: z.string() })

/** Pairs that people judged, 'same' or 'other', with the width at which the rule matches. */
export function judgeNomenklatura(csv: string): Verdicts {
  const rows = z.array(nomenklaturaRow).parse(parseRows(csv))
  return new Map(rows.map((row, i) => [i + 1, judgePair(row)]))
}

function judgePair({ schema, name1, name2, is_match: isMatch }: z.infer<typeof nomenklaturaRow>): string {
  const judged = isMatch === 'true' ? 'same' : 'other'
  if (schema !== 'Person') return `business, ${judged} ${tryBusiness(name1, name2)}`
  const spoken = splitSpoken(name1)
  return spoken ? `person, ${judged} ${tryPerson(spoken, name2)}` : isOneWord
}

const nameparserRow = z.object({
  input: z.string(),
  expected: z
    .object({ first: z.string().nullable(), middle: z.string().nullable(), last: z.string().nullable() })
    .partial(),
})

/** Names with the first, middle and last name that a parser is expected to find. */
export function judgeNameparser(jsonLines: string): Verdicts {
  const verdicts: Verdicts = new Map()
  for (const [i, line] of jsonLines.split('\n').entries()) {
    if (line.trim() === '') continue
    const { input, expected } = nameparserRow.parse(JSON.parse(line))
    const [first = '', ...more] = expected.first?.split(/\s+/) ?? []
    if (first === '' || !expected.last) {
      verdicts.set(i + 1, lacksName)
      continue
    }
    const middles = [...more, ...(expected.middle?.split(/\s+/) ?? [])]
    verdicts.set(i + 1, `found ${tryPerson({ first, middles, last: expected.last }, input)}`)
  }
  return verdicts
}
