import { isInitial } from './given-names.ts'
import { keepAmbiguousNames, type NamePartWords, parseNamePart, type NamePart } from './name-parts.ts'
import {
  leadingSurnameLengths,
  type NameOrder,
  toPeople,
  parseWithoutComma,
  type Person,
  trailingSurnameStarts,
} from './person.ts'

/**
 * The people of one part of a joint name such as 'SMITH, JOHN & MARY'. Each has a surname of their own or shares one
 * (decisions, section 6, joint names).
 */
export type PartPeople = { people: Person[] }

type SharedSurname = { words: string[]; comma: boolean; order: 'LAST_FIRST' | 'FIRST_LAST' }

/** `isLegalEntity` marks the parts that end in a legal form and so name no person. */
export function parseJointNames(parts: NamePart[], isLegalEntity: boolean[], order: NameOrder): PartPeople[] {
  const read = parts.map((part) => parseNamePart(part.text))
  let sharedSurnames: SharedSurname[] = []
  return parts.map((_part, i) => {
    const words = read[i]
    if (!words || isLegalEntity[i]) {
      sharedSurnames = []
      return { people: [] }
    }
    const found = parsePart(words, sharedSurnames, findFollowingSurname(read, isLegalEntity, i), order)
    const own = toSharedSurnames(words, order)
    if (own.length > 0) sharedSurnames = own
    return { people: found }
  })
}

function parsePart(
  part: NamePartWords,
  sharedSurnames: SharedSurname[],
  followingSurname: string[] | null,
  order: NameOrder,
): Person[] {
  if (part.surname) return parseWithComma(part, part.surname)
  const { words, quotedNames } = part
  if (sharedSurnames.length > 0) return parseLaterPart(words, quotedNames, sharedSurnames, order)
  const own = parseWithoutComma(words.length > 1 ? words : part.all, quotedNames, order, 'record')
  const kept = words.length > 1 ? keepAmbiguousNames(part.all) : null
  if (kept) own.push(...parseWithoutComma(kept, quotedNames, order, 'record'))
  if (followingSurname && hasOnlyGivenNames(words))
    own.push(...toPeople(followingSurname, words, quotedNames, 'LAST_FIRST', 'record'))
  return own
}

/** Parses a part with a comma. DEV, HON and other dropped words that are also names are read both ways. */
function parseWithComma(part: NamePartWords, surname: string[]): Person[] {
  const read = toPeople(surname, part.words, part.quotedNames, 'LAST_FIRST', 'record')
  const kept = keepAmbiguousNames(part.all.slice(surname.length))
  if (kept && kept.length > part.words.length) {
    read.push(...toPeople(surname, kept, part.quotedNames, 'LAST_FIRST', 'record'))
  }
  return read
}

/** Parses a later part without a comma: it shares the surname before it, has its own, or could be either. */
function parseLaterPart(
  words: string[],
  quotedNames: string[],
  sharedSurnames: SharedSurname[],
  order: NameOrder,
): Person[] {
  if (words.length === 0) return []
  const shared = () =>
    sharedSurnames
      .filter((anchor) => anchor.order === 'LAST_FIRST' || hasOnlyGivenNames(words))
      .flatMap((anchor) => toPeople(anchor.words, words, quotedNames, 'LAST_FIRST', 'record'))
  if (hasOnlyGivenNames(words)) {
    const initialFirst = words.length === 2 && isInitial(words[0] ?? '') && !isInitial(words[1] ?? '')
    return initialFirst ? [...shared(), ...parseOwnName(words, quotedNames)] : shared()
  }
  if (hasInitialThenSurname(words)) return parseOwnName(words, quotedNames)
  const comma = sharedSurnames.some((anchor) => anchor.comma)
  return [...shared(), ...parseWithoutComma(words, quotedNames, comma && order === null ? null : order, 'record')]
}

const parseOwnName = (words: string[], quotedNames: string[]) =>
  parseWithoutComma(words, quotedNames, 'FIRST_LAST', 'record')

/** True for given names alone: one full word and perhaps initials. */
function hasOnlyGivenNames(words: string[]): boolean {
  return words.length > 0 && words.filter((word) => !isInitial(word)).length <= 1
}

/** 'KRISTA L WENTZ': a full word after an initial that is not the first word is the part's own surname. */
function hasInitialThenSurname(words: string[]): boolean {
  return words.some((word, i) => i > 0 && isInitial(word) && !isInitial(words[i + 1] ?? 'X'))
}

/** The surnames that later parts may share. */
function toSharedSurnames(part: NamePartWords, order: NameOrder): SharedSurname[] {
  if (part.surname) return [{ words: part.surname, comma: true, order: 'LAST_FIRST' }]
  const { words } = part
  const sharedSurnames: SharedSurname[] = []
  if (order !== 'FIRST_LAST') {
    for (const count of leadingSurnameLengths(words)) {
      sharedSurnames.push({ words: words.slice(0, count), comma: false, order: 'LAST_FIRST' })
    }
  }
  if (order !== 'LAST_FIRST') {
    for (const from of trailingSurnameStarts(words)) {
      sharedSurnames.push({ words: words.slice(from), comma: false, order: 'FIRST_LAST' })
    }
  }
  return sharedSurnames
}

/** The surname that given names before the last part share: that part's last word, or its surname before a comma. */
function findFollowingSurname(read: NamePartWords[], isLegalEntity: boolean[], i: number): string[] | null {
  for (let last = read.length - 1; last > i; last--) {
    const part = read[last]
    if (!part || isLegalEntity[last]) return null
    if (part.surname) return part.surname
    const from = trailingSurnameStarts(part.words)[0]
    if (from !== undefined) return part.words.slice(from)
    if (part.words.length > 0) return null
  }
  return null
}
