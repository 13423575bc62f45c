import type { Kind } from './person-claims.ts'
import { toWords } from './words.ts'

const smallWords = new Set(['THE', 'AND', 'OF'])
const legalForms = new Set(
  'LLC LC INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED LP LLP LLLP GP PLLC PC PA NA NV DST'.split(' '),
)
const tails = new Set(['TR', 'CUST', 'DTD', 'DATED', 'U', 'TRUSTEE', 'TRUSTEES', 'EXEC', 'ET', 'ETAL'])
/** Several words that are written as one. */
const phrases: [RegExp, string][] = [
  [/\bONE HUNDRED\b/, '100'],
  [/\bTWENTY ONE\b/, '21'],
  [/\bNEW YORK\b/, 'NY'],
  [/\bWEST VIRGINIA\b/, 'WV'],
  [/\bNORTH CAROLINA\b/, 'NC'],
  [/\bNATIONAL ASSOCIATION\b/, 'NA'],
  [/\bPROFESSIONAL ASSOCIATION\b/, 'PA'],
  [/ A DELAWARE\b.*/, ''],
  [/\bLIMITED LIABILITY COMPANY\b/, 'LLC'],
  [/\bHOME ?OWNERS? (?:ASSOCIATION|ASSN|ASSOC)\b/, 'HOA'],
  [/\bNO (?=\d)/, ''],
  [/^(?:THE )?TRUSTEES OF /, ''],
]
const joinPhrases = (words: string[]) =>
  phrases.reduce((text, [phrase, short]) => text.replace(phrase, short), words.join(' ')).split(' ')
/** Words that tables write short otherwise than by leaving letters out. */
const written: Record<string, string> = {
  BROTHERS: 'BROS',
  STREET: 'ST',
  SAINT: 'ST',
  MOUNT: 'MT',
  MINNESOTA: 'MN',
  ONE: '1',
  TWO: '2',
  THREE: '3',
  FIRST: '1ST',
  TWENTY: '2',
  CO: 'COUNTY',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  PROPERTY: 'PROP',
  PROPS: 'PROP',
  PROPERTIES: 'PROP',
  ASSOC: 'ASSN',
  CENTRE: 'CENTER',
  ...Object.fromEntries(
    'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'
      .split(' ')
      .map((figure, i) => [figure, String(i + 1)]),
  ),
}

const toShort = (word: string) => written[word] ?? word

/** The letters of one word stand in the other in the same order, from the same first letter: REV in REVOCABLE. */
function isAbbreviation(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return short.length > 1 && short[0] === long[0] && at === short.length
}
const isSameWord = (a: string, b: string) => a === b || toShort(a) === toShort(b) || isAbbreviation(a, b)

const main = (words: string[]) => words.filter((word) => !smallWords.has(word))
const withoutForms = (words: string[]) => {
  const kept = words.filter((word) => !legalForms.has(word))
  return kept.length > 0 ? kept : words
}

const join = (words: string[]) => words.map(toShort).join('')

const without = (one: string[], other: string[]) => one.filter((word) => !other.includes(word)).join('')

/** Each word of one list is a word of the other, or their letters are the same. */
function haveSameWords(a: string[], b: string[]): boolean {
  const restA = a.filter((word) => !b.some((other) => isSameWord(word, other)))
  const restB = b.filter((word) => !a.some((other) => isSameWord(word, other)))
  return join(restA) === join(restB) || join(a) === join(b) || without(a, b) === without(b, a)
}

/** A name as written, without its legal form, and without what is no name at its end. */
const toForms = (words: string[]): string[][] => {
  const tail = words.findIndex((word, i) => i > 0 && tails.has(word))
  return [words, withoutForms(words), tail < 0 ? words : words.slice(0, tail)].map(main)
}

/** As `isSameName`, also of the words as written: HOMEOWNERSASSOCIATION is no phrase. */
const isSameWritten = (name: string, words: string[]) =>
  isSameName(joinPhrases(toWords(name)), joinPhrases(words)) ||
  isSameName(toWords(name), words) ||
  withoutForms(toWords(name)).join('') === withoutForms(words).join('')

const isSameName = (a: string[], b: string[]) =>
  toForms(a).some((one) => toForms(b).some((other) => haveSameWords(one, other))) ||
  // Initials and legal forms are written with and without spaces: J C C, L L C.
  toLetters(a) === toLetters(b)
const withoutArticle = (text: string) => text.replace(/^THE/, '')
const toLetters = (words: string[]) =>
  main(words)
    .join('')
    .replace(/(?:LLC|INC|CO|CORP|LLP)$/, '')

/** Whether what a sentence says of a business holds for the marked words, and no marked word is foreign to the alert. */
export function isTrueOfBusiness(kind: Kind, name: string, words: string[], raw: string): boolean {
  const alert = joinPhrases(toWords(name))
  const marked = joinPhrases(words)
  switch (kind) {
    case 'sameBusiness':
    case 'tailBusiness':
    case 'tailOtherOrder':
      return isSameWritten(name, words)
    case 'otherForm':
    case 'tailOtherForm': {
      const [form] = alert.filter((word) => legalForms.has(word)).toReversed()
      return isSameWritten(name, words) && form !== undefined && !marked.includes(form)
    }
    case 'otherOrder':
      return isSameName(alert, marked) && main(alert).join('') !== main(marked).join('')
    case 'otherSmallWords':
      return isSameName(alert, marked) && alert.join('') !== toWords(raw).join('')
    case 'otherYear': {
      const [years, others] = [alert, marked].map((all) => all.filter((word) => /^(?:19|20)\d\d$/.test(word)))
      const undated = (all: string[]) => all.filter((word) => !years?.includes(word) && !others?.includes(word))
      const haveOne = (years?.length ?? 0) > 0 || /(?:19|20)\d\d/.test(raw)
      return haveOne && isSameName(undated(alert), undated(marked))
    }
    case 'cutBusiness':
      return (
        toWords(raw).join('').endsWith(words.join('')) &&
        [alert, toWords(name)].some((whole) =>
          [marked, words].some((shown) => withoutArticle(whole.join('')).startsWith(withoutArticle(shown.join('')))),
        )
      )
    case 'allWords':
      return main(withoutForms(alert)).every((word) => marked.some((other) => isSameWord(word, other)))
    case 'writtenShort':
      return alert.join('').startsWith(marked.join('')) && marked.length < alert.length
    default:
      return false
  }
}
