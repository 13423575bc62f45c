import { organizationWords } from '../tables/organization-words.ts'
import { particles } from '../tables/particles.ts'
import { isInitial } from './given-names.ts'
import { isKnownGivenName, namesOrganization } from './name-likelihood.ts'
import type { NamePartWords } from './name-parts.ts'
import {
  listSplits,
  type NameOrder,
  toPeople,
  toPeopleOfSplit,
  parseWithoutComma,
  type Person,
  type Split,
  weighSplits,
  withCause,
  withoutHusbandsName,
} from './person.ts'
import {
  leastWeight,
  likelier,
  likelihoodOfFamilies,
  likelihoodOfGiven,
  toWeights,
  weighWord,
} from './reading-weight.ts'
import {
  findFollowingSurname,
  type JointPart,
  repeatsSurname,
  type SharedSurname,
  toShared,
  toSharedSurnames,
} from './shared-surnames.ts'

/** Known facts about the parts in addition to their words. */
export type JointContext = {
  order: NameOrder
  /** The surname before the parts, of 'DELANEY FAMILY TRUST, JOHN & MARY'; else null. */
  surname: string[] | null
  /** True if the parts are a trust's own name, whose last part may be a family rather than a person. */
  isTrust: boolean
}

/** `shared` is what later parts share after this one, or null if it changes nothing; `isBare` if it took the last part's. */
type Reading = { people: Person[]; shared: SharedSurname[] | null; isBare?: boolean }

/**
 * The people of each part. They have a surname of their own, share the one before them, or take that of the last part.
 * A bare given name never becomes the surname of its neighbor.
 */
export function parseJointNames(parts: JointPart[], context: JointContext): Person[][] {
  let shared: SharedSurname[] = context.surname ? [toShared(context.surname, true)] : []
  let followsBare = false
  return parts.map(({ words, isLegalEntity }, i) => {
    if (isLegalEntity) {
      shared = []
      return []
    }
    const following = shared.length === 0 ? findFollowingSurname(parts, i) : null
    const read = parsePart(words, shared, { following, followsBare }, context)
    followsBare ||= read.isBare ?? false
    shared = read.shared ?? shared
    return read.people
  })
}

function parsePart(
  part: NamePartWords,
  shared: SharedSurname[],
  { following, followsBare }: { following: string[] | null; followsBare: boolean },
  context: JointContext,
): Reading {
  const { order } = context
  const tail =
    part.beforeTail && order !== 'LAST_FIRST' ? withCause(parseOwnName(part.beforeTail, part, order), 'tail') : []
  if (part.surname) {
    const isTail = part.isTail && tail.length > 0
    const people = isTail ? tail : [...parseWithComma(part, part.surname), ...tail]
    return { people, shared: isTail ? toSharedSurnames(part.beforeTail ?? [], order) : [toShared(part.surname, true)] }
  }
  if (namesOrganization(part.words)) return { people: [], shared: null }
  const words = cutAtPreposition(part.words)
  const kept = words === part.words ? part : { ...part, words, all: words, otherWords: null }
  return shared.length > 0
    ? parseLaterPart(kept, shared, context)
    : parseFirstPart(kept, following, followsBare, context)
}

/** Parses a part with a comma. DEV, HON and other dropped words that are also names are read both ways. */
function parseWithComma({ words, otherWords, quotedNames }: NamePartWords, surname: string[]): Person[] {
  const given = cutAtPreposition(words)
  if (given.length === 0) return []
  const unmarried = withoutHusbandsName(['', ...surname])?.slice(1)
  if (unmarried && unmarried.length > 0 && unmarried.length < surname.length - 1)
    return [surname, unmarried].flatMap((own) => parseGivenOf(own, given, { otherWords, quotedNames }))
  return parseGivenOf(surname, given, { otherWords, quotedNames })
}

function parseGivenOf(
  surname: string[],
  given: string[],
  { otherWords, quotedNames }: Pick<NamePartWords, 'otherWords' | 'quotedNames'>,
): Person[] {
  const read = toPeople(surname, given, quotedNames, { order: 'LAST_FIRST', side: 'record' })
  if (otherWords) read.push(...toPeople(surname, otherWords, quotedNames, { order: 'LAST_FIRST', side: 'record' }))
  return read
}

/** No name has OF or FOR inside: 'JOHN SMITH OF BOSTON' is John Smith, and a bank OF some place is not a person. */
function cutAtPreposition(words: string[]): string[] {
  const at = words.findIndex((word) => word === 'OF' || word === 'FOR')
  if (at < 0) return words
  const before = words.slice(0, at)
  return before.some((word) => organizationWords.has(word)) ? [] : before
}

/** A part without a surname before it: a name of its own, or given names that take the last part's surname. */
function parseFirstPart(
  part: NamePartWords,
  following: string[] | null,
  followsBare: boolean,
  { order, isTrust }: JointContext,
): Reading {
  const { words } = part
  if (following && hasOnlyGivenNames(words)) {
    const taken = (weight: number) => share(following, part, weight)
    const splits = words.length > 1 ? listSplits(words, order) : []
    return { people: weighAgainstOwn(part, taken, splits), shared: null, isBare: true }
  }
  if (isTrust && isFamily(words)) return { people: [], shared: null }
  const ownOrder = followsBare ? 'FIRST_LAST' : order
  return { people: parseOwnName(words, part, ownOrder), shared: toSharedSurnames(words, ownOrder) }
}

/** A part that shares the surname before it, has its own, or could be either. */
function parseLaterPart(part: NamePartWords, shared: SharedSurname[], { order, isTrust }: JointContext): Reading {
  const { words } = part
  if (words.length === 0) return { people: [], shared: null }
  if (hasInitialThenSurname(words)) return readOwn(words, part, 'FIRST_LAST')
  const repeated = repeatsSurname(words, shared)
  if (repeated) return { people: parseOwnName(words, part, repeated), shared: null }
  const sharing = (weight: number) =>
    shared
      .filter((anchor) => anchor.order === 'LAST_FIRST' || areGivenNames(words))
      .flatMap((anchor) => share(anchor.words, part, weight))
  if (words.length === 1) {
    const isFamily = isTrust && weighWord(words[0] ?? '').given < leastWeight.shared
    return { people: isFamily ? [] : sharing(1), shared: null }
  }
  // After a comma, the stated order does not apply to a part that has none.
  const ownOrder = order === 'LAST_FIRST' && shared.some((anchor) => anchor.hasComma) ? null : order
  const splits =
    hasOnlyGivenNames(words) && !hasInitialFirst(words)
      ? []
      : listSplits(words, hasInitialFirst(words) ? 'FIRST_LAST' : ownOrder)
  const isOwn = !shared.some((anchor) => anchor.order === 'LAST_FIRST')
  const own = isOwn && !hasOnlyGivenNames(words) ? toSharedSurnames(words, order) : null
  return { people: weighAgainstOwn(part, sharing, splits), shared: own }
}

/** How much likelier a part next to a name shares its surname than has its own, before its words are known. */
const sharingOdds = 2

/** The readings of a part that shares a surname or has its own, each with its weight; without those that have hardly any. */
function weighAgainstOwn(part: NamePartWords, sharing: (weight: number) => Person[], splits: Split[]): Person[] {
  const likelihood = sharingOdds * likelihoodOfGiven(part.words)
  const weights = weighSplits(splits, [likelihood])
  const [weight = 0] = toWeights([likelihood, ...splits.map((split) => split.likelihood)])
  const shared = weight < leastWeight.shared ? [] : sharing(weight)
  const own = splits.flatMap((split, i) => {
    const weight = weights[i] ?? 0
    return weight < leastWeight.own ? [] : toPeopleOfSplit(split, part.quotedNames, weight)
  })
  return [...shared, ...own]
}

/** The part's given names with a surname from elsewhere. */
const share = (surname: string[], { words, quotedNames }: NamePartWords, weight: number): Person[] =>
  toPeople(surname, words, quotedNames, { order: 'LAST_FIRST', side: 'record', reading: { cause: 'family', weight } })

function parseOwnName(words: string[], part: NamePartWords, order: NameOrder): Person[] {
  const own = parseWithoutComma(words.length > 1 ? words : part.all, part.quotedNames, order)
  if (part.otherWords && words.length > 1 && words === part.words) {
    own.push(...parseWithoutComma(part.otherWords, part.quotedNames, order))
  }
  return own
}

const readOwn = (words: string[], part: NamePartWords, order: NameOrder): Reading => ({
  people: parseOwnName(words, part, order),
  shared: toSharedSurnames(words, order),
})

/** True for given names only: one full word and perhaps initials. */
function hasOnlyGivenNames(words: string[]): boolean {
  return words.length > 0 && words.filter((word) => !isInitial(word)).length <= 1 && !hasInitialThenSurname(words)
}

/** 'KRISTA L WENTZ', 'A B JONES': a full word after an initial that is not the first word is the part's own surname. */
function hasInitialThenSurname(words: string[]): boolean {
  return words.some((word, i) => i > 0 && isInitial(word) && !isInitial(words[i + 1] ?? 'X'))
}

/** A trust's name of two surnames, or of one with its particles, is no person: 'GARNER BREWER', 'DE LEON'. */
const isFamily = (words: string[]) =>
  words.length > 1 &&
  ((words.length === 2 && areFamilies(words)) ||
    words.slice(0, -1).every((word) => particles.has(word) && !isKnownGivenName(word)))

/** Whether two words have hardly any weight as a person's name in either order. */
function areFamilies(words: string[]): boolean {
  const asPerson = listSplits(words, null).map(({ likelihood }) => likelihood)
  const [, ...weights] = toWeights([likelihoodOfFamilies(words), ...asPerson])
  return weights.every((weight) => weight < leastWeight.shared)
}

/** How often a part of two words next to a name whose surname is last has given names alone: MARY ANN. */
const givenAloneOdds = 0.015

/** Whether a part next to a name whose surname is last is likelier given names alone than a name of its own. */
function areGivenNames(words: string[]): boolean {
  if (hasOnlyGivenNames(words)) return true
  if (words.length > 2) return false
  const own = listSplits(words, 'FIRST_LAST').map(({ likelihood }) => likelihood)
  const [weight = 0] = toWeights([givenAloneOdds * likelihoodOfGiven(words), ...own])
  return weight > likelier
}

/** 'J JONES' next to a name: the surname of a part that begins with an initial is last. */
const hasInitialFirst = ([first = '', second = '']: string[]) => isInitial(first) && !isInitial(second)
