import { isDirection, isSuffix, toStandardForm } from './address-forms.ts'
import { splitAddress } from './address-tokens.ts'
import { readHighway, splitHighwayToken } from './highways.ts'
import { type HouseNumbers, readHouseNumbers } from './house-numbers.ts'
import { readUnit, splitUnitToken } from './units.ts'

/** An address split into its parts. */
export type ParsedAddress = {
  house: HouseNumbers | null
  /** The words of the street and of the rest of the text, in upper case; highways in their standard form. */
  words: string[]
  /** Other words that people use for a highway in the address. */
  also: string[]
  /** The ids of units that have a designator: '3' of 'Apt 3'. */
  units: string[]
  /** A number or letter after the suffix, without a designator: most likely a unit. '' if there is no such word. */
  trailing: string
  /** True for a post office box, which is not a place. */
  isPoBox: boolean
}

// cspell:ignore POBOX
const poBox = /^(?:PO BOX|P O BOX|POBOX|POB|POST OFFICE BOX)(?: |$)/
const hasPoBox = (tokens: readonly string[]): boolean =>
  tokens.some((_, at) => poBox.test(tokens.slice(at, at + 3).join(' ')))

/** A street with a name and then a suffix, so that a number after it is not part of the name ('Avenue 5'). */
const endsWithSuffix = (words: readonly string[]): boolean =>
  isSuffix(toStandardForm(words.at(-1) ?? '')) && words.slice(0, -1).some((word) => !isDirection(toStandardForm(word)))
const unitLike = /^(?:\d{1,4}[A-Z]?|[A-Z])$/

/** Whether the last token names a unit without a designator: 'MAIN ST 3', but not 'HWY 61', 'AVENUE 5' or 'ELM ST N'. */
const isTrailingUnit = (token: string, parsed: ParsedAddress): boolean =>
  unitLike.test(token) && parsed.also.length === 0 && !isDirection(token) && endsWithSuffix(parsed.words)

/** Parses an address in any usual form. Without a house number, everything is a word of the street. */
export function parseAddress(text: string): ParsedAddress {
  const tokens = splitAddress(text).flatMap(splitHighwayToken).flatMap(splitUnitToken)
  const house = readHouseNumbers(tokens)
  const parsed: ParsedAddress = { house, words: [], also: [], units: [], trailing: '', isPoBox: hasPoBox(tokens) }
  for (let at = house?.taken ?? 0; at < tokens.length;) {
    const token = tokens[at] ?? ''
    const highway = readHighway(tokens, at)
    const unit = highway ? null : readUnit(tokens, at)
    if (highway) {
      parsed.words.push(...highway.words)
      parsed.also.push(...highway.also)
    } else if (unit) parsed.units.push(...unit.ids)
    else if (at === tokens.length - 1 && isTrailingUnit(token, parsed)) parsed.trailing = token
    else parsed.words.push(token)
    at += highway?.taken ?? unit?.taken ?? 1
  }
  return parsed
}
