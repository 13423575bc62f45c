import { syllable } from 'syllable'
import { expect, test } from 'vitest'
import { textsByKey, valuePattern } from '#shared/node/domain/translations/compare-texts.ts'
import { enAccount } from '#shared/texts/en/account.ts'
import { enAlertHelp } from '#shared/texts/en/alert-help.ts'
import { enCodes } from '#shared/texts/en/codes.ts'
import { enLists } from '#shared/texts/en/lists.ts'
import { enPages } from '#shared/texts/en/pages.ts'
import { enShell } from '#shared/texts/en/shell.ts'
import { english as enMessages } from '#worker/templates/catalog/en.ts'

// What residents read, on screens and in messages, must be easy for a reader of 75. The panel is for staff.
const catalogs = {
  screens: { ...enShell, ...enPages, ...enAccount, ...enAlertHelp, ...enLists, ...enCodes },
  messages: enMessages,
}
const maxGrade = 8

/** Labels and headings are not judged: the formula is made for sentences. */
const minWords = 4
/** The formula swings with every word of a short text, so a text counts alone only from this length or two sentences. */
const minWordsAlone = 8

/** The full stop of these does not end a sentence. */
const abbreviation = /\b(Jr|Sr|St|Inc|Corp|Ltd)\./g

const toPlain = (text: string): string =>
  text
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(valuePattern, 'name')
    .replaceAll(abbreviation, '$1')

const toWords = (plain: string): string[] => plain.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? []
const toSentences = (plain: string): string[] =>
  plain.split(/(?<=[.!?:])\s+/).filter((sentence) => toWords(sentence).length > 0)

/** The Flesch-Kincaid grade of texts read one after the other, as a whole grade of American schools. */
function toGrade(texts: readonly string[]): number {
  const plain = texts.map(toPlain)
  const words = plain.flatMap(toWords)
  const sentences = plain.flatMap(toSentences)
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  return Math.round(0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59)
}

const countWords = (text: string): number => toWords(toPlain(text)).length
const isJudgedAlone = (text: string): boolean =>
  countWords(text) >= minWordsAlone || toSentences(toPlain(text)).length > 1

const sections = Object.entries(catalogs).flatMap(([catalog, group]) =>
  Object.entries(group).map(([section, texts]) => ({
    name: `${catalog}.${section}`,
    texts: [...textsByKey(texts)].filter(([, text]) => countWords(text) >= minWords),
  })),
)

test('the grade follows the formula', () => {
  expect(toGrade(['The cat sat on the mat.'])).toBe(-1)
  expect(toGrade(['We mailed you a letter. Open it and read every line.'])).toBe(2)
  expect(toGrade(['Recipients shall acknowledge verification correspondence prior to notification.'])).toBeGreaterThan(
    20,
  )
})

test('every section of the catalogs for residents is read', () => {
  expect(sections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['screens.home', 'screens.alert', 'messages.match', 'messages.account']),
  )
})

test.each(sections.filter(({ texts }) => texts.length > 0))(
  `$name reads at grade ${maxGrade} or below`,
  ({ texts }) => {
    expect(toGrade(texts.map(([, text]) => text))).toBeLessThanOrEqual(maxGrade)
    const hard = texts.filter(([, text]) => isJudgedAlone(text) && toGrade([text]) > maxGrade)
    expect(hard).toEqual([])
  },
)
