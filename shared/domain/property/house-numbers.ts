// cspell:ignore NSEW
/** House numbers at the beginning of an address, and how many tokens they take. */
export type HouseNumbers = {
  written: string
  /** Every number that finds an address with them, the exact one first. */
  numbers: string[]
  /** The numbers that a user who types them is looking for: 12A is not 12. */
  asked: string[]
  /** '1/2' of '12 1/2'; '' without a fraction. */
  fraction: string
  taken: number
}
type Numbers = Pick<HouseNumbers, 'numbers' | 'asked'>

const maxNumbersOfRange = 100
const stripZeros = (number: string): string => number.replace(/^0+(?=\d)/, '')
const alike = (numbers: string[]): Numbers => ({ numbers, asked: numbers })

/** Every number from the first to the last ('12-14', '1214-16'); empty for a hyphenated number that is no range. */
function listRange(first: string, last: string): string[] {
  const end = last.length < first.length ? first.slice(0, first.length - last.length) + last : last
  const [from, to] = [Number(first), Number(end)]
  if (to <= from) return []
  if (to - from >= maxNumbersOfRange) return [String(from), String(to)]
  return Array.from({ length: to - from + 1 }, (_, n) => String(from + n))
}

/** The numbers that one token in the house number's place means; null if it is no house number. */
function readNumber(token: string): Numbers | null {
  const [, first = '', last = ''] = /^(\d{1,9})-(\d{1,9})[A-Z]?$/.exec(token) ?? []
  if (first !== '') return alike([token, ...listRange(stripZeros(first), stripZeros(last))])
  const [, plain = '', letter = ''] = /^(\d{1,9})([A-Z]?)$/.exec(token) ?? []
  if (plain !== '') {
    const number = stripZeros(plain)
    return letter === '' ? alike([number]) : { numbers: [number + letter, number], asked: [number + letter] }
  }
  // 'N64W23760' and '12N345': numbers of a county's grid.
  if (/^[NSEW]\d+[NSEW]\d+$|^\d+[NSEW]\d+$/.test(token)) return alike([token])
  const [, one = '', other = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(token) ?? []
  return one === '' ? null : alike([stripZeros(one), stripZeros(other)])
}

const isFraction = /^\d\/\d$/
const isGrid = /^[NSEW]\d+$/

/**
 * Reads the house number at the start of an address: a range as each number in it, '12 & 14' as both, '12A' also as 12.
 * @returns null if the address does not start with one
 */
export function readHouseNumbers(tokens: readonly string[]): HouseNumbers | null {
  const [first = '', second = ''] = tokens
  const grid = isGrid.test(first) && isGrid.test(second) ? first + second : null
  const found = grid === null ? readNumber(first) : alike([grid])
  if (!found) return null
  const written = [found.numbers[0] ?? '']
  const numbers = [...found.numbers]
  const asked = [...found.asked]
  let taken = grid === null ? 1 : 2
  for (;;) {
    const next = tokens[taken] === 'AND' ? readNumber(tokens[taken + 1] ?? '') : null
    if (!next) break
    written.push('AND', next.numbers[0] ?? '')
    numbers.push(...next.numbers)
    asked.push(...next.asked)
    taken += 2
  }
  const fraction = isFraction.test(tokens[taken] ?? '') ? (tokens[taken] ?? '') : ''
  if (fraction !== '') {
    written.push(fraction)
    taken += 1
  }
  return { written: written.join(' '), numbers: [...new Set(numbers)], asked: [...new Set(asked)], fraction, taken }
}
