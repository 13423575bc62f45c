import { type Random, randomAt, zipf } from './random.ts'

/**
 * Invented names, built of syllables and distributed as unevenly as a census finds real ones. No list of names is used.
 */
const onsets = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'h',
  'j',
  'k',
  'kl',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'sk',
  't',
  'v',
  'w',
  'z',
]
const vowels = ['a', 'e', 'i', 'o', 'u']
const codas = ['', '', '', 'l', 'm', 'n', 'r', 's', 'nd', 'rk']
// cspell:ignore mond marr ette ilde ento eska
const surnameEnds = ['by', 'vik', 'mond', 'ter', 'sho', 'lund', 'marr', 'gard', 'quin', 'dahl']
const givenEnds = ['a', 'el', 'in', 'or', 'ys', 'ette', 'on', 'ilde']
const firmEnds = ['ora', 'ix', 'ane', 'umi', 'ento', 'eska']

type Names = {
  surname(random: Random): string
  /** Given names of alerts that no record of these populations has, except one aimed at them. */
  watchedGiven(random: Random): string
  /** Given names of parties that no alert covers. */
  recordedGiven(random: Random): string
  /** The given name of an alert that records are aimed at: no other alert has it. */
  targetGiven(index: number): string
  targetFirm(index: number): string
  watchedFirm(random: Random): string
  recordedFirm(random: Random): string
}

/**
 * Surnames have weights 1 / (rank + 3.5)^0.85, given names 1 / (rank + 8)^1.1: about one person in a hundred has the
 * most frequent surname, and one in a thousand or fewer the hundredth.
 * @param apart no two given names are one typing slip from each other
 */
export function makeNames(seed: number, targets: number, apart = false): Names {
  const random = randomAt(seed)
  const used = new Set<string>()
  const near = new Set<string>()
  const list = (size: number, ends: string[], syllables: number) =>
    Array.from({ length: size }, () =>
      makeWord(
        random,
        ends,
        syllables,
        (word) => isNew(word, used) && (!apart || ends !== givenEnds || isFar(word, near)),
      ),
    )
  const drawFrom = (size: number, ends: string[], syllables: number, [shift, exponent]: [number, number]) => {
    const words = list(size, ends, syllables)
    const draw = zipf(size, shift, exponent)
    return (from: Random) => words[draw(from)]!
  }
  const targetGivens = list(targets, givenEnds, 3)
  const targetFirms = list(targets, firmEnds, 3)
  return {
    surname: drawFrom(20_000, surnameEnds, 2, [3.5, 0.85]),
    watchedGiven: drawFrom(2_000, givenEnds, 2, [8, 1.1]),
    recordedGiven: drawFrom(2_000, givenEnds, 2, [8, 1.1]),
    targetGiven: (index) => targetGivens[index]!,
    targetFirm: (index) => targetFirms[index]!,
    watchedFirm: drawFrom(40_000, firmEnds, 3, [20, 0.7]),
    recordedFirm: drawFrom(40_000, firmEnds, 3, [20, 0.7]),
  }
}

function isNew(word: string, used: Set<string>): boolean {
  const before = used.size
  return used.add(word).size > before
}

/** Two words that are one slip apart share a form with one letter or none left out. */
function isFar(word: string, near: Set<string>): boolean {
  const words = [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))]
  if (words.some((shorter) => near.has(shorter))) return false
  for (const shorter of words) near.add(shorter)
  return true
}

function makeWord(random: Random, ends: string[], syllables: number, isFree: (word: string) => boolean): string {
  for (;;) {
    let word = ''
    for (let syllable = 1 + random.below(syllables); syllable > 0; syllable--)
      word += random.pick(onsets) + random.pick(vowels) + random.pick(codas)
    word += random.pick(onsets) + random.pick(vowels) + random.pick(ends)
    if (!isFree(word)) continue
    return word[0]!.toUpperCase() + word.slice(1)
  }
}
