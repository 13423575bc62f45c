/**
 * For tests: names as a person without the rule would read them, to check what an explanation claims. It uses none of
 * the rule's readers on purpose; its own small lists are enough for the names of the tests.
 */

/** The words of a text, in capitals, without accents, apostrophes and punctuation. */
export const toWords = (text: string): string[] =>
  text
    .replaceAll(/['\u2018\u2019\u201b\u02bb\u02bc\u00b4\u2032\uff07`]/g, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll('Ł', 'L')
    .replaceAll('&', ' AND ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const mohammad = new Set(['MD', 'MOHD', 'MUHD', 'MOHAMMAD'])
const saint = (word: string) => (word.startsWith('SAINT') ? `ST${word.slice(5)}` : word)

/** Equal, or two ways to write one name: SAINT and ST, MD for MOHAMMAD. */
export const isSameName = (a: string, b: string): boolean =>
  saint(a) === saint(b) || (mohammad.has(a) && mohammad.has(b))

/** One of them the other written short: its first letters and some of the others, or JNO for JOHN. */
export const isWrittenShort = (a: string, b: string): boolean => isShortFor(a, b) || isShortFor(b, a)

function isShortFor(short: string, long: string): boolean {
  if (short === 'JNO') return long === 'JOHN'
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return short.length > 1 && short.length < long.length && short[0] === long[0] && at === short.length
}

/** The words left when a text is spelled out with some of them, in any order; null if it cannot be spelled. */
export function spell(text: string, words: string[]): string[] | null {
  if (text === '') return words
  for (const [i, word] of words.entries()) {
    for (const form of [word, saint(word), word === 'ST' ? 'SAINT' : word]) {
      if (!text.startsWith(form) && !isSameName(text, word)) continue
      const left = words.toSpliced(i, 1)
      const found = isSameName(text, word) ? left : spell(text.slice(form.length), left)
      if (found) return found
    }
  }
  return null
}

/** Letters to change, add or leave out to make one text of the other; two neighbors swapped count as one. */
export function countEdits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(change, swap, (rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}

/** The consonants by how they sound; vowels and silent letters left out. */
const toSound = (word: string) =>
  word
    .replaceAll(/^KN|^GN/g, 'N')
    .replaceAll(/PH|V/g, 'F')
    .replaceAll(/[AEIOUYHW]/g, '')
    .replaceAll(/[CGJKQSXZ]/g, 'K')
    .replaceAll('D', 'T')
    .replaceAll('B', 'P')
    .replaceAll('M', 'N')
    .replaceAll(/(.)\1+/g, '$1')

/** Equal, or nearly the same letters and the same consonants by sound. */
export const soundsNear = (a: string, b: string): boolean =>
  a === b ||
  (countEdits(a, b) <= (Math.min(a.length, b.length) >= 6 ? 2 : 1) &&
    [(word: string) => word, withVowelJ, withSilentG].some((hear) => toSound(hear(a)) === toSound(hear(b))))

/** J within a word is a vowel in some languages: PFEJL is Pfeil. */
const withVowelJ = (word: string) => word.replaceAll(/(?!^)J/g, 'I')

/** G before N is silent in some names. */
const withSilentG = (word: string) => word.replaceAll('GN', 'N')

/** Forms of one first name, of the names in the tests. */
const nicknames = [
  'ROBERT BOB ROB BOBBY',
  'WILLIAM BILL WILL BILLY',
  'ANN ANNE ANNA NANCY ANNIE',
  'MARGARET PEGGY MEG PEG',
  'BARTHOLOMEW BART',
  'JOHN JACK JON JOHNNY',
  'JO JOANN JOSEPHINE ANN',
  'FRANCISCO PACO',
  'ELIZABETH BETH BETTY LIZ',
].map((line) => new Set(line.split(' ')))

export const isNickname = (a: string, b: string): boolean =>
  a !== b && nicknames.some((forms) => forms.has(a) && forms.has(b))

const isInitialOf = (a: string, b: string) => a !== b && (a.length === 1 || b.length === 1) && a[0] === b[0]
const isSameOrShort = (a: string, b: string) => isSameName(a, b) || isWrittenShort(a, b)
/** The same, one written short, or its initial. */
export const agree = (a: string, b: string) => isSameOrShort(a, b) || isInitialOf(a, b)

/** With letters in place of figures inside a word, which a scan reads for them. */
export const spellFigures = (word: string) =>
  /^[A-Z]+[0158][0158A-Z]*[A-Z]$/.test(word)
    ? word.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('5', 'S').replaceAll('8', 'B')
    : word
