import { suffixes } from '#shared/text/suffixes.ts'
import { isDirection, isSuffix, toStandardForm } from './address-forms.ts'

// cspell:ignore CSAH TRLR
const capitalize = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase()
/** Short words that stay in capitals: letters of a grid, roads such as US 52, and post office boxes. */
const initials = new Set(['US', 'PO', 'FM', 'CR', 'SR', 'CSAH', 'NE', 'NW', 'SE', 'SW', 'II', 'III', 'IV'])

const capitalizeWord = (word: string): string => {
  if (initials.has(word) || /^#?\d+[A-Z]?$/.test(word)) return word
  if (/^\d+(?:ST|ND|RD|TH)$/.test(word)) return word.toLowerCase()
  if (/^MC[A-Z]{3,}$/.test(word)) return `Mc${capitalize(word.slice(2))}`
  // Each part of "O'BRIEN" and of 'MILL-RACE' starts with a capital; an 'S at the end does not.
  return word.replaceAll(/[A-Z0-9]+/g, capitalize).replace(/'S$/, "'s")
}

/** The full name of a suffix: 'ST' becomes Street. */
const spellSuffix = (word: string): string | null => {
  const standard = toStandardForm(word)
  if (!isSuffix(standard)) return null
  const [name = ''] = (suffixes[standard] ?? '').split(' ')
  return capitalize(name === '' || word.length > standard.length ? word : name)
}

const isUnitStart = /^(?:#.*|APT|UNIT|STE|SUITE|BLDG|LOT|RM|FL|TRLR|SPC)$/

/**
 * An address from a roll as people write it, for the name of an alert: '12 ELM ST' becomes '12 Elm Street', '5 N ST
 * CLAIR AVE APT 3' becomes '5 N St. Clair Avenue Apt 3'. An address with lowercase letters stays as it is.
 */
export function titleCaseAddress(address: string): string {
  const words = address.trim().split(/\s+/)
  const written = /[a-z]/.test(address) ? words : words.map(capitalizeWord)
  const plain = words.map((word) => word.toUpperCase().replace(/[.,]$/, ''))
  const unitAt = plain.findIndex((word, at) => at > 0 && isUnitStart.test(word))
  const streetEnd = unitAt === -1 ? plain.length : unitAt
  // A direction may follow the suffix: 'ELM ST N'.
  const last = isDirection(toStandardForm(plain[streetEnd - 1] ?? '')) ? streetEnd - 2 : streetEnd - 1
  return written
    .map((word, at) => {
      if (at === last && at > 1) return spellSuffix(plain[at] ?? '') ?? word
      return plain[at] === 'ST' && at < last ? 'St.' : word
    })
    .join(' ')
}
