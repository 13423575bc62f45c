// cspell:ignore CNTY CSAH HIGHWY HIWAY HIWY HWAY
import { isDirection, isSuffix } from './address-forms.ts'

type Highway = {
  forms: string[]
  words: string[]
  also: string[]
  /** Its number may be letters: 'County Road KK'. */
  lettered?: boolean
}

/**
 * Highways before their number: their spellings, the words that they are normalized to, and other words that people use
 * for them. Source of the forms: USPS Publication 28, section 237, Highways.
 */
const highways: Highway[] = [
  {
    forms: ['COUNTY ROAD', 'COUNTY RD', 'CO ROAD', 'CO RD', 'CNTY ROAD', 'CNTY RD', 'CTY ROAD', 'CTY RD', 'C R', 'CR'],
    words: ['COUNTY', 'RD'],
    also: ['HWY'],
    lettered: true,
  },
  {
    forms: ['COUNTY HIGHWAY', 'COUNTY HWY', 'CO HIGHWAY', 'CO HWY', 'CNTY HWY', 'CTY HWY', 'CTH', 'CH'],
    words: ['COUNTY', 'HWY'],
    also: ['RD'],
    lettered: true,
  },
  {
    forms: ['COUNTY STATE AID HIGHWAY', 'COUNTY STATE AID HWY', 'CSAH'],
    words: ['COUNTY', 'STATE', 'AID', 'HWY'],
    also: ['RD', 'CSAH'],
  },
  {
    forms: ['US HIGHWAY', 'US HWY', 'U S HIGHWAY', 'U S HWY', 'US ROUTE', 'US RTE', 'US RT', 'U S', 'US'],
    words: ['US', 'HWY'],
    also: ['RTE'],
  },
  {
    forms: [
      'STATE HIGHWAY',
      'STATE HWY',
      'STATE ROAD',
      'STATE RD',
      'STATE ROUTE',
      'STATE RTE',
      'STATE RT',
      'ST HWY',
      'ST RD',
      'ST RTE',
      'ST RT',
      'STH',
      'SR',
      'SH',
    ],
    words: ['STATE', 'HWY'],
    also: ['RD', 'RTE'],
  },
  {
    forms: ['INTERSTATE HIGHWAY', 'INTERSTATE HWY', 'INTERSTATE', 'IH', 'I'],
    words: ['INTERSTATE'],
    also: ['HWY'],
  },
  { forms: ['HIGHWAY', 'HIGHWY', 'HIWAY', 'HIWY', 'HWAY', 'HWY'], words: ['HWY'], also: [] },
  { forms: ['ROUTE', 'RTE', 'RT'], words: ['RTE'], also: ['HWY'] },
]

const byForm = new Map(highways.flatMap((highway) => highway.forms.map((form) => [form, highway])))
const maxFormWords = 4
const joined = /^(US|I|IH|SR|SH|STH|CR|CTH|CSAH|HWY)(\d+[A-Z]?)$/
const isNumber = /^\d+[A-Z]?$/
const isLetters = /^[A-Z]{1,2}$/

/** Separates 'US52' and 'CR12' into the road's kind and its number. */
export const splitHighwayToken = (token: string): string[] => joined.exec(token)?.slice(1) ?? [token]

const isRoadNumber = (token: string, { lettered = false }: Highway): boolean =>
  isNumber.test(token) || (lettered && isLetters.test(token) && !isSuffix(token) && !isDirection(token))

/** The highway that starts at a token and has a number after it. */
export function readHighway(
  tokens: readonly string[],
  at: number,
): { words: string[]; also: string[]; taken: number } | null {
  for (let length = maxFormWords; length > 0; length -= 1) {
    const highway = byForm.get(tokens.slice(at, at + length).join(' '))
    const number = tokens[at + length]
    if (!highway || number === undefined || !isRoadNumber(number, highway)) continue
    return { words: [...highway.words, number], also: highway.also, taken: length + 1 }
  }
  return null
}
