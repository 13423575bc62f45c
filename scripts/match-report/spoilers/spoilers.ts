import type { Random } from '#scripts/made-up/random.ts'
import type { MatchOptions } from '#shared/contract/alert.ts'
import { promisedSpoilers } from './promised-spoilers.ts'
import { index, named, promised, spoken, type Spoiler } from './spoiler.ts'

const hoped = (spoiler: Spoiler): Spoiler => ({ ...spoiler, isPromised: false })

/** Cut within the given names, where enough is left to compare. */
const cut: Spoiler = {
  name: 'cut to the feed’s width',
  isPromised: true,
  spoil: (person, _other, random) => {
    const whole = index(person)
    const least = Math.max(12, person.last.length + 4)
    if (whole.length <= least) return null
    const nameWidth = least + random.below(whole.length - least)
    return {
      party: { name: whole.slice(0, nameWidth).padEnd(nameWidth) },
      feed: { nameOrder: 'LAST_FIRST', nameWidth },
    }
  },
}

/** One letter wrong, missing, added or swapped with its neighbor. */
export function slip(word: string, random: Random): string {
  const at = random.below(word.length)
  const letter = String.fromCodePoint(65 + random.below(26))
  const kinds = [
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () =>
      word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split('')
        .toReversed()
        .join('') +
      word.slice(at + 2),
  ]
  return random.pick(kinds)()
}

/** One typing slip in one of the names; the alert's option matches it from five letters on. */
const slips = (['last', 'first'] as const).map((which): Spoiler => ({
  name: `a typing slip in the ${which} name`,
  isPromised: true,
  spoil: (person, _other, random) => {
    const slipped = slip(person[which], random)
    if (person[which].length < 5 || slipped.length < 5) return null
    return { ...named(index({ ...person, [which]: slipped })), variants: { typingSlips: true } }
  },
}))

const formerNames: Spoiler[] = [
  {
    name: 'the last name as last middle name',
    isPromised: true,
    spoil: ({ first, last }, other) => ({
      ...named(`${other.last}, ${first} ${last}`),
      variants: { formerName: true },
    }),
  },
  {
    name: 'under an earlier last name',
    isPromised: true,
    spoil: (person, other) => ({ ...named(index({ ...person, last: other.last })), formerLast: other.last }),
  },
]

const everything: Partial<MatchOptions> = { nicknames: true, soundAlikes: true, typingSlips: true, formerName: true }

const unpromised: Spoiler[] = [
  {
    name: 'a slip in both names',
    isPromised: false,
    spoil: ({ first, middle, last }, _other, random) => ({
      ...named(index({ first: slip(first, random), middle, last: slip(last, random) })),
      variants: everything,
    }),
  },
  hoped(promised('written as one word', ({ first, last }) => `${last}${first}`)),
  hoped(promised('turned around', ({ first, last }) => `${first}, ${last}`)),
  hoped(
    promised('last name among the given names', (person, other) => `${other.last}, ${person.first} ${person.last}`),
  ),
  hoped(promised('a full stop for the comma', ({ first, last }) => `${last}.${first}`)),
  hoped(promised('joint by two spaces, unstated', (person, other) => `${index(person)}  ${index(other)}`)),
  hoped(
    promised(
      'a particle before the last name',
      ({ first, last }, _other, random) => `${random.pick(['AL', 'VAN', 'LA', 'DE LA', 'O', 'ST'])} ${last}, ${first}`,
    ),
  ),
  hoped(promised('a company', (person) => `${spoken(person)} LLC`)),
  hoped(promised('a family trust', ({ last }) => `${last} FAMILY TRUST`)),
  {
    name: 'cut anywhere',
    isPromised: false,
    spoil: (person, other, random) => {
      const whole = `${index(person)} & ${index(other)}`
      const nameWidth = 4 + random.below(whole.length - 4)
      return { party: { name: whole.slice(0, nameWidth) }, feed: { nameWidth } }
    },
  },
  hoped(
    promised('words in any order', (person, other, random) =>
      [person.first, person.middle, person.last, other.first, '&', ',', 'TR', 'TRUST']
        .map((word) => ({ word, place: random.next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ word }) => word)
        .join(' '),
    ),
  ),
]

export const spoilers: readonly Spoiler[] = [...promisedSpoilers, cut, ...slips, ...formerNames, ...unpromised]
