import { isInitial } from './given-names.ts'
import { keepNames, type PartWords, readWords, type TextPart } from './name-parts.ts'
import { leadingSurnames, type Order, people, peopleWithoutComma, type Person, trailingSurnames } from './person.ts'

/**
 * The people of one run of parts ('SMITH, JOHN & MARY'): who has a surname of their own and who shares one
 * (decisions, section 6, joint names). Each part comes with its people, the last part last.
 */
export type PartPeople = { people: Person[] }

type Anchor = { words: string[]; comma: boolean; order: 'LAST_FIRST' | 'FIRST_LAST' }

/** `formed` tells which parts end in a legal form and so name nobody. */
export function readJoint(parts: TextPart[], formed: boolean[], order: Order): PartPeople[] {
  const read = parts.map((part) => readWords(part.text))
  let anchors: Anchor[] = []
  return parts.map((_part, i) => {
    const words = read[i]
    if (!words || formed[i]) {
      anchors = []
      return { people: [] }
    }
    const found = readOne(words, anchors, lastSurname(read, formed, i), order)
    const own = anchorsOf(words, order)
    if (own.length > 0) anchors = own
    return { people: found }
  })
}

function readOne(part: PartWords, anchors: Anchor[], coming: string[] | null, order: Order): Person[] {
  if (part.surname) return withKeptNames(part, part.surname)
  const { words, further } = part
  if (anchors.length > 0) return readLater(words, further, anchors, order)
  const own = peopleWithoutComma(words.length > 1 ? words : part.all, further, order, 'record')
  const kept = words.length > 1 ? keepNames(part.all) : null
  if (kept) own.push(...peopleWithoutComma(kept, further, order, 'record'))
  if (coming && isBare(words)) own.push(...people(coming, words, further, 'LAST_FIRST', 'record'))
  return own
}

/** A part with a comma; DEV, HON and other dropped words that are names are read both ways. */
function withKeptNames(part: PartWords, surname: string[]): Person[] {
  const read = people(surname, part.words, part.further, 'LAST_FIRST', 'record')
  const kept = keepNames(part.all.slice(surname.length))
  if (kept && kept.length > part.words.length) {
    read.push(...people(surname, kept, part.further, 'LAST_FIRST', 'record'))
  }
  return read
}

/** A later part without a comma: shares the surname before it, has its own, or both readings stand. */
function readLater(words: string[], further: string[], anchors: Anchor[], order: Order): Person[] {
  if (words.length === 0) return []
  const shared = () =>
    anchors
      .filter((anchor) => anchor.order === 'LAST_FIRST' || isBare(words))
      .flatMap((anchor) => people(anchor.words, words, further, 'LAST_FIRST', 'record'))
  if (isBare(words)) {
    const initialFirst = words.length === 2 && isInitial(words[0] ?? '') && !isInitial(words[1] ?? '')
    return initialFirst ? [...shared(), ...ownName(words, further)] : shared()
  }
  if (hasInitialThenSurname(words)) return ownName(words, further)
  const comma = anchors.some((anchor) => anchor.comma)
  return [...shared(), ...peopleWithoutComma(words, further, comma && order === null ? null : order, 'record')]
}

const ownName = (words: string[], further: string[]) => peopleWithoutComma(words, further, 'FIRST_LAST', 'record')

/** Given names alone: one full word and perhaps initials. */
function isBare(words: string[]): boolean {
  return words.length > 0 && words.filter((word) => !isInitial(word)).length <= 1
}

/** 'KRISTA L WENTZ': a full word after a lone initial, which is not the first word, is the part's own surname. */
function hasInitialThenSurname(words: string[]): boolean {
  return words.some((word, i) => i > 0 && isInitial(word) && !isInitial(words[i + 1] ?? 'X'))
}

/** The surnames later parts may share. */
function anchorsOf(part: PartWords, order: Order): Anchor[] {
  if (part.surname) return [{ words: part.surname, comma: true, order: 'LAST_FIRST' }]
  const { words } = part
  const anchors: Anchor[] = []
  if (order !== 'FIRST_LAST') {
    for (const count of leadingSurnames(words)) {
      anchors.push({ words: words.slice(0, count), comma: false, order: 'LAST_FIRST' })
    }
  }
  if (order !== 'LAST_FIRST') {
    for (const from of trailingSurnames(words)) {
      anchors.push({ words: words.slice(from), comma: false, order: 'FIRST_LAST' })
    }
  }
  return anchors
}

/** The surname that bare given names before the last part take: that part's last word, or its surname by comma. */
function lastSurname(read: PartWords[], formed: boolean[], i: number): string[] | null {
  for (let last = read.length - 1; last > i; last--) {
    const part = read[last]
    if (!part || formed[last]) return null
    if (part.surname) return part.surname
    const from = trailingSurnames(part.words)[0]
    if (from !== undefined) return part.words.slice(from)
    if (part.words.length > 0) return null
  }
  return null
}
