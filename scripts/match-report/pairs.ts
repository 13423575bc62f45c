import { parse } from 'csv-parse/sync'
import { z } from 'zod'
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
const readFebrl = (csv: string) => z.array(febrlRow).parse(parseRows(csv)).filter(isWhole)

/**
 * Two files of the same people, the second with mistakes. A row's number is that of its person. 'same …' is the
 * person's own pair, 'other …' the pair with the next person of the second file.
 */
export function judgeFebrl(originals: string, copies: string): { same: Verdicts; other: Verdicts } {
  const copyByNumber = new Map(readFebrl(copies).map((row) => [toNumber(row), row]))
  const numbers = [...copyByNumber.keys()].toSorted((a, b) => a - b)
  const nextNumber = new Map(numbers.map((number, i) => [number, numbers[(i + 1) % numbers.length]]))
  const same: Verdicts = new Map()
  const other: Verdicts = new Map()
  for (const row of readFebrl(originals)) {
    const [copy, next] = [copyByNumber.get(toNumber(row)), copyByNumber.get(nextNumber.get(toNumber(row)) ?? NaN)]
    if (copy) same.set(toNumber(row), `same ${tryRow(row, copy)}`)
    if (next && next !== copy) other.set(toNumber(row), `other ${tryRow(row, next)}`)
  }
  return { same, other }
}

function tryRow(original: FebrlRow, copy: FebrlRow): string {
  const [first = '', ...middles] = original.given_name.split(/\s+/)
  return tryPerson({ first, middles, last: original.surname }, `${copy.surname}, ${copy.given_name}`)
}

const nomenklaturaRow = z.object({ schema: z.string(), name1: z.string(), name2: z.string(), is_match: z.string() })

/** Pairs that people judged, 'same' or 'other', with the width at which the rule says yes. */
export function judgeNomenklatura(csv: string): Verdicts {
  const verdicts: Verdicts = new Map()
  for (const [i, { schema, name1, name2, is_match: isMatch }] of z
    .array(nomenklaturaRow)
    .parse(parseRows(csv))
    .entries()) {
    const spoken = schema === 'Person' ? splitSpoken(name1) : null
    if (schema === 'Person' && !spoken) continue
    const found = spoken ? tryPerson(spoken, name2) : tryBusiness(name1, name2)
    verdicts.set(
      i + 1,
      `${schema === 'Person' ? 'person' : 'business'}, ${isMatch === 'true' ? 'same' : 'other'} ${found}`,
    )
  }
  return verdicts
}

const nameparserRow = z.object({
  input: z.string(),
  expected: z
    .object({ first: z.string().nullable(), middle: z.string().nullable(), last: z.string().nullable() })
    .partial(),
})

/** Names with the first, middle and last name that a parser is expected to find. Rows without both are left out. */
export function judgeNameparser(jsonLines: string): Verdicts {
  const verdicts: Verdicts = new Map()
  for (const [i, line] of jsonLines.split('\n').entries()) {
    if (line.trim() === '') continue
    const { input, expected } = nameparserRow.parse(JSON.parse(line))
    const [first = '', ...more] = expected.first?.split(/\s+/) ?? []
    if (first === '' || !expected.last) continue
    const middles = [...more, ...(expected.middle?.split(/\s+/) ?? [])]
    verdicts.set(i + 1, `found ${tryPerson({ first, middles, last: expected.last }, input)}`)
  }
  return verdicts
}
