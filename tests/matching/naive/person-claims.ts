import type { middleConflicts, sentences } from '#shared/matching/public.ts'
import { isTrueOfUnmarked, standTogether } from './part-claims.ts'
import {
  type Name,
  type Pair,
  type Rest,
  anyFirst,
  byInitial,
  cutFirst,
  firstOrInitial,
  initialFirst,
  matchingFirst,
  nearFirst,
  partOfLast,
  sameFirst,
  shortEither,
  shortFirst,
  similarLast,
  similarPart,
  toPair,
  turnedLast,
  wholeLast,
} from './take-names.ts'
import { agree, countEdits, isNickname, isSameName, isWrittenShort, soundsNear, spell } from './words.ts'

export type Kind = keyof typeof sentences
type Conflict = keyof typeof middleConflicts

/** What the sentence says of the middle names, given the marked words that are neither last nor first name. */
const middleClaims = {
  any: () => true,
  same: (given: string[], rest: Rest) => rest.length > 0 && given.join('').endsWith(rest.join('')),
  initial: (given: string[], rest: Rest) => given.slice(1).some((name) => rest.some((word) => agree(name, word))),
  one: (given: string[], rest: Rest) =>
    given.slice(1).some((name) => name.length > 1 && rest.some((word) => isSameName(name, word))),
  short: (given: string[], rest: Rest) =>
    given.slice(1).some((name) => rest.some((word) => isWrittenShort(name, word))),
  oneDiffers: (given: string[], rest: Rest) =>
    middleClaims.one(given, rest) && given.slice(1).some((name) => !rest.some((word) => agree(name, word))),
  initialDiffers: (given: string[], rest: Rest) =>
    middleClaims.initial(given, rest) && given.slice(1).some((name) => !rest.some((word) => isSameName(name, word))),
  shortDiffers: (given: string[], rest: Rest) =>
    middleClaims.short(given, rest) && given.slice(1).some((name) => !rest.some((word) => agree(name, word))),
  /** A middle name that is the first name of the other, too. */
  full: (given: string[], rest: Rest) =>
    given.some((name) => name.length > 1 && rest.some((word) => isSameName(name, word))),
} as const

type Claim = {
  last: (pair: Pair) => Rest[]
  first: (given: string[], rest: Rest) => Rest[]
  middle?: keyof typeof middleClaims
}

const isSlip = (a: string, b: string) => countEdits(a, b) <= 1
const anyLast = (pair: Pair) => [...wholeLast(pair), ...partOfLast(pair)]

/** What each sentence about a person claims. */
const claims: Partial<Record<string, Claim>> = {
  sameName: { last: wholeLast, first: sameFirst },
  sameNameAndMiddle: { last: wholeLast, first: sameFirst, middle: 'same' },
  sameNameMiddleInitial: { last: wholeLast, first: sameFirst, middle: 'initial' },
  sameNameShortMiddle: { last: wholeLast, first: sameFirst, middle: 'short' },
  shortInRecord: { last: wholeLast, first: shortFirst((alert, record) => record.length < alert.length) },
  shortInAlert: { last: wholeLast, first: shortFirst((alert, record) => alert.length < record.length) },
  shortHalf: { last: partOfLast, first: shortEither },
  shortTurned: { last: turnedLast, first: shortEither },
  sameNameOneMiddle: { last: wholeLast, first: sameFirst, middle: 'one' },
  otherFirst: { last: wholeLast, first: anyFirst },
  turnedName: { last: turnedLast, first: sameFirst },
  turnedOtherFirst: { last: turnedLast, first: anyFirst },
  turnedAndInitial: { last: turnedLast, first: byInitial },
  halfName: { last: partOfLast, first: sameFirst },
  halfOtherFirst: { last: partOfLast, first: anyFirst },
  halfAndInitial: { last: partOfLast, first: byInitial },
  middleAndInitial: { last: wholeLast, first: byInitial, middle: 'full' },
  initialInRecord: { last: wholeLast, first: initialFirst(false, true) },
  initialInAlert: { last: wholeLast, first: initialFirst(true, false) },
  initialInBoth: { last: wholeLast, first: initialFirst(true, true) },
  cutLastName: { last: similarPart((a, b) => a.startsWith(b)), first: firstOrInitial },
  cutHalf: {
    last: (pair) =>
      [...similarPart((a, b) => a.startsWith(b))(pair), ...partOfLast(pair)].map((rest) =>
        rest.filter((word) => !pair.last.includes(word)),
      ),
    first: cutFirst,
  },
  nickname: { last: anyLast, first: nearFirst(isNickname) },
  soundAlike: { last: similarLast(soundsNear), first: nearFirst(soundsNear) },
  soundHalf: { last: similarPart(soundsNear), first: nearFirst(soundsNear) },
  soundTurned: { last: turnedLast, first: nearFirst(soundsNear) },
  typingSlip: { last: similarLast(isSlip), first: matchingFirst },
  typingSlipHalf: { last: similarPart(isSlip), first: matchingFirst },
  typingSlipFirst: { last: anyLast, first: nearFirst(isSlip) },
  formerName: { last: wholeLast, first: matchingFirst },
}

/** The same of the alert's former last name. */
const earlierClaims: Partial<Record<string, Claim>> = {
  earlierName: claims['sameName'],
  earlierShort: { last: wholeLast, first: shortEither },
  earlierOtherFirst: claims['otherFirst'],
  earlierTurned: { last: turnedLast, first: matchingFirst },
  earlierTurnedInitial: claims['turnedAndInitial'],
  earlierHalf: { last: partOfLast, first: matchingFirst },
  earlierHalfInitial: claims['halfAndInitial'],
  earlierInitial: { last: wholeLast, first: byInitial },
  earlierCutLastName: claims['cutLastName'],
  earlierCutHalf: claims['cutHalf'],
  earlierNickname: claims['nickname'],
  earlierSoundAlike: claims['soundAlike'],
  earlierSoundHalf: claims['soundHalf'],
  earlierSoundTurned: claims['soundTurned'],
  earlierTypingSlip: claims['typingSlip'],
  earlierTypingSlipHalf: claims['typingSlipHalf'],
  earlierTypingSlipFirst: claims['typingSlipFirst'],
  earlierFormerName: claims['formerName'],
}

/** The marked words of a record's text, and the text. */
export type Shown = { marked: string[]; raw: string }

/**
 * Whether what a sentence says of a person holds for the marked words, every marked word is one of the alert's, and the
 * text shows them as the name of one person, whose other names do not say otherwise.
 */
export function isTrueOfPerson(kind: Kind, conflict: Conflict | null, criteria: Name, shown: Shown): boolean {
  const pair = toPair(criteria, shown.marked, shown.raw)
  const claim = claims[kind]
  if (claim) return holds(claim, conflict, pair)
  const earlierClaim = earlierClaims[kind]
  const earlier = { ...pair, last: pair.earlier }
  if (earlierClaim) return holds(earlierClaim, conflict, earlier)
  return isTrueOfWhole(kind, kind.startsWith('earlier') ? earlier : pair)
}

const conflictClaims = {
  anotherMiddle: 'oneDiffers',
  anotherShortMiddle: 'shortDiffers',
  anotherInitial: 'initialDiffers',
} as const

function holds({ last, first, middle }: Claim, conflict: Conflict | null, pair: Pair): boolean {
  const { given, marked, raw } = pair
  const isTrueOfMiddles = (rest: Rest) =>
    middleClaims[middle ?? 'any'](given, rest) &&
    (conflict === null || middleClaims[conflictClaims[conflict]](given, rest))
  return last(pair).some((withoutLast) =>
    first(given, withoutLast).some((rest) => {
      const surname = without(marked, withoutLast)
      const firstName = without(withoutLast, rest)
      if (!standTogether(raw, surname, firstName)) return false
      if (!isTrueOfUnmarked({ raw, given, surname, firstName, rest }, conflict !== null)) return false
      const isExplained = rest.every(
        (word) =>
          given.some((name) => agree(name, word)) || word === given.slice(1).join('') || isOtherHalf(word, pair),
      )
      return isExplained && isTrueOfMiddles(rest)
    }),
  )
}

/** A list of words without those of another, each once. */
function without(words: string[], others: string[]): string[] {
  const rest = [...words]
  for (const word of others) {
    const at = rest.indexOf(word)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

/** A word of the alert's last name among the record's given names, or the reverse. */
const isOtherHalf = (word: string, { last, given }: Pair) => last.includes(word) || given.slice(1).includes(word)

/** Sentences about the name as a whole. */
function isTrueOfWhole(kind: Kind, { given, last, marked }: Pair): boolean {
  const names = [given.join('') + last.join(''), last.join('') + given.join('')]
  const all = marked.join('')
  const [first = ''] = given
  const parts = [...last.map((word) => word + given.join('')), ...last.map((word) => first + word)]
  switch (kind) {
    case 'unreadName':
    case 'earlierUnreadName':
      return names.some((text) => isSameName(text, all))
    case 'unreadPart':
    case 'earlierUnreadPart':
      return (
        [[...last, ...given].filter((word) => all.includes(word))].some((words) => spell(all, words) !== null) &&
        !names.some((text) => isSameName(text, all))
      )
    case 'cutName':
    case 'earlierCutName':
      return names.some((text) => text.startsWith(all))
    case 'bothWords':
      return [first, ...last].every((word) => marked.includes(word))
    case 'cutPart':
    case 'earlierCutPart':
      return parts.some((text) => text.startsWith(all))
    default:
      return false
  }
}
