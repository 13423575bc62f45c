import { givenNameShare, surnameShare } from '../tables/census.ts'
import { ambiguousNames } from '../tables/dropped-words.ts'
import { isInitial } from './given-names.ts'

/**
 * How likely it is that words are read in one way rather than in the others, by how common each is as a given name and as
 * a surname. The census of 1990 lists few names of people who came later, so its answer is never yes or no: it is the
 * weight of a reading, and words that it does not list leave all readings as likely as each other.
 */

/**
 * The weight, from 0 to 1, below which a reading is dropped: that of a name alone, and next to another name that of a
 * surname of its own and of a shared one. A wrong reading of a couple invents a person.
 */
export const leastWeight = { alone: 0.0025, own: 0.01, shared: 0.03 } as const
/** The weight above which a reading is likelier than all others together. */
export const likelier = 0.5

/** The assumed share of a name that a list does not have. One for both lists, so that such a name favors neither. */
const unlisted = 1e-6
/** One letter is often a middle name, seldom a first name, and never a surname. */
const initial = { first: 0.002, middle: 0.3, surname: 1e-9 } as const
/** How often a surname is also a first name, a middle name, and a given name a surname, for each time that it is not. */
const surnameAsFirst = 0.01
const surnameAsMiddle = 0.05
const givenAsSurname = 0.01
/** How many people write two surnames apart, for each who writes one. */
const twoSurnames = 0.005
/** How many trusts are named by the surnames of two families, for each that is named by a person. */
const twoFamilies = 0.5

const listedAsGiven = (word: string) => (ambiguousNames.has(word) ? 0.01 : givenNameShare(word))
const shareAsSurname = (word: string) => Math.max(surnameShare(word), givenAsSurname * listedAsGiven(word), unlisted)
const shareAsGiven = (word: string, surnameAsGiven: number) =>
  Math.max(listedAsGiven(word), surnameAsGiven * surnameShare(word), unlisted)

const asFirst = (word: string) =>
  isInitial(word) ? initial.first : shareAsGiven(word.replaceAll('-', ''), surnameAsFirst)
const asMiddle = (word: string) => (isInitial(word) ? initial.middle : shareAsGiven(word, surnameAsMiddle))

/** The likelihood of given names: a first name and middle names. */
export const likelihoodOfGiven = ([first = '', ...middles]: string[]): number =>
  middles.reduce((product, word) => product * asMiddle(word), asFirst(first))

/** The likelihood of a surname of one word, with its particles written apart or not. */
export function likelihoodOfSurname(words: string[]): number {
  const joined = words.join('').replaceAll('-', '')
  return words.length === 1 && isInitial(joined) ? initial.surname : shareAsSurname(joined)
}

/** The likelihood of two surnames written apart. */
export const likelihoodOfTwoSurnames = (words: string[]): number =>
  words.reduce((product, word) => product * likelihoodOfSurname([word]), twoSurnames)

/** The likelihood of the surnames of two families. */
export const likelihoodOfFamilies = (words: string[]): number =>
  words.reduce((product, word) => product * likelihoodOfSurname([word]), twoFamilies)

/** The weights of readings that exclude each other: they add up to 1. */
export function toWeights(likelihoods: number[]): number[] {
  const sum = likelihoods.reduce((total, likelihood) => total + likelihood, 0)
  return likelihoods.map((likelihood) => (sum === 0 ? 0 : likelihood / sum))
}

/** The weights of a word as a given name and as a surname, where it is one of them. */
export function weighWord(word: string): { given: number; surname: number } {
  const [given = 0, surname = 0] = toWeights([likelihoodOfGiven([word]), likelihoodOfSurname([word])])
  return { given, surname }
}
