/**
 * A person as a clerk would say the name aloud: one surname, one first name, and the words between. The checkers of the
 * match report use it in place of the rule's own reading, so that the rule does not judge itself.
 */
export type PlainName = { first: string; middles: string[]; last: string }

// In Unicode the turned comma of Hawaiian names is a letter; an apostrophe in its place is not.
const notLetter = /[^\p{L}]+|[ʻʼ]/gu

/** Only capital letters: O'Brien, OBRIEN and O BRIEN are the same. */
export const toLetters = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().replaceAll(notLetter, '')

/** Whether both are the same name as entered: first and last name, and no middle name that contradicts. */
export function isSameName(entered: PlainName, other: PlainName): boolean {
  if (toLetters(entered.last) !== toLetters(other.last)) return false
  if (toLetters(entered.first) !== toLetters(other.first)) return false
  const [mine, theirs] = [entered.middles, other.middles]
  return mine.length === 0 || theirs.length === 0 || mine.some((name) => theirs.some((also) => agrees(name, also)))
}

function agrees(one: string, other: string): boolean {
  const [a, b] = [toLetters(one), toLetters(other)]
  return a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0])
}

const tails = new Set('JR SR II III IV TRUSTEE TRUSTEES TR ET AL UX TRUST'.split(' '))
/** Words that no person's name contains, written after a comma or without one. */
const organizations =
  /\b(LLC|INC|CORP|CO|LTD|LP|LLP|BANK|COMPANY|ASSOC\w*|HOMES|PROPERTIES|GROUP|CITY|COUNTY|CHURCH|FUND|TRUSTS)\b/

/**
 * The people of an index name 'LAST,FIRST MIDDLE & FIRST MIDDLE', by the comma alone; none if the name has no comma or
 * looks like a company's. Knows none of the rule's tables.
 */
export function readPlainNames(text: string): PlainName[] {
  const upper = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  if (!upper.includes(',') || organizations.test(upper)) return []
  const people: PlainName[] = []
  let surname = ''
  for (const part of upper.split(/&|\/| AND /)) {
    const [before = '', ...after] = part.split(',')
    if (after.length > 0) surname = before.trim()
    const words = (after.length > 0 ? after.join(' ') : before).split(/[^\p{L}'-]+/u)
    const [first, ...middles] = words.filter((word) => word !== '' && !tails.has(word))
    if (surname !== '' && first !== undefined) people.push({ first, middles, last: surname })
  }
  return people
}
