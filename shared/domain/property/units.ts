import { numberedUnits } from './tables/units.ts'

const designators = new Set(
  Object.entries(numberedUnits).flatMap(([standard, forms]) => [standard, ...forms.split(' ')].filter(Boolean)),
)
const joined = /^([A-Z]+)(\d+[A-Z]?)$/

/** Separates 'APT3' into the designator and its number. */
export function splitUnitToken(token: string): string[] {
  const [, designator = '', id = ''] = joined.exec(token) ?? []
  return designators.has(designator) ? [designator, id] : [token]
}

const unitId = /^(?:[A-Z]?\d{1,4}[A-Z]?|[A-Z]|\d{1,4}-\d{1,4})$/
const isOrdinal = /^(\d{1,3})(?:ST|ND|RD|TH)$/
const stripZeros = (id: string): string => id.replace(/^0+(?=\d)/, '')
/** In 'No. 3' it means number; otherwise north. */
const numberSigns = new Set(['#', 'NO', 'NUM', 'NUMBER'])

/**
 * The unit that starts at a token: 'APT 3', 'UNIT A 101', '# 3', 'NO 3', '2ND FLOOR'. A designator without an id is a
 * word like any other ('Key West', 'Front St').
 */
export function readUnit(tokens: readonly string[], at: number): { ids: string[]; taken: number } | null {
  const token = tokens[at] ?? ''
  const next = tokens[at + 1] ?? ''
  const floor = isOrdinal.exec(token)
  if (floor && (next === 'FLOOR' || next === 'FLR' || next === 'FL')) return { ids: [floor[1] ?? ''], taken: 2 }
  if (token === '#' && !unitId.test(next)) return { ids: [], taken: 1 }
  if (!(designators.has(token) || numberSigns.has(token))) return null
  // 'APT # 3', 'UNIT NO 3'
  const sign = designators.has(token) && numberSigns.has(next) ? 1 : 0
  let taken = 1 + sign
  const ids: string[] = []
  // 'A 101' and 'A-101': the building's letter, then the number.
  while (ids.length < 2 && unitId.test(tokens[at + taken] ?? '')) {
    const id = tokens[at + taken] ?? ''
    if (ids.length === 1 && !(/^[A-Z]$/.test(ids[0] ?? '') && /^\d/.test(id))) break
    ids.push(...id.split('-').map(stripZeros))
    taken += 1
  }
  return ids.length > 0 ? { ids, taken } : null
}
