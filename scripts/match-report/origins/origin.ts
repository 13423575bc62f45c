/**
 * Common given names and surnames of one origin, romanized as American indexes write them. They are words, not people.
 * A word with an underscore is written apart: DE_LA_TORRE.
 */
export type Origin = {
  title: string
  women: string
  men: string
  surnames: string
  /** Middle names, if they are not given names: THI, VAN. */
  middlesOfWomen?: string
  middlesOfMen?: string
  /** The share of people, from 0 to 1, with two surnames written apart, and with two joined by a hyphen. */
  twoSurnames?: number
  hyphened?: number
  /** Words before a surname that stand apart: AL NASSER. */
  prefixes?: { words: string; share: number }
  /** The share of people whose first name has two words: MARIA ELENA, SOO JIN. */
  twoGiven?: number
}
