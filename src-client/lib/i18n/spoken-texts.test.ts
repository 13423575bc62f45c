import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languageCodes, languages } from '#shared/contract/languages.ts'
import { spokenTexts } from '#shared/texts/spoken-texts.ts'
import { languageOption } from './languages.ts'

const kinds = ['greeting', 'logOut', 'logOutQuestion', 'yes', 'no'] as const
const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/translations.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const foreign = languageCodes.filter((code) => code !== 'ENGLISH')

test('docs/translations.md lists every text that is not English with its source, and no other', () => {
  const inPage = rows
    .filter((row) => /^`.*`$/.test(row[3] ?? ''))
    .map(([, language, kind, words, says, source]) => {
      expect(says).not.toBe('')
      const number = /^\[(\d+)\]/.exec(source ?? '')?.[1]
      expect(page, `${language} ${kind} names a source`).toMatch(new RegExp(`^${number}\\. `, 'm'))
      return `${language} ${kind} ${words}`
    })
  const inModule = foreign.flatMap((code) =>
    kinds
      .filter((kind) => spokenTexts[code]?.[kind] !== undefined)
      .map((kind) => `${languages[code].name} ${kind} \`${spokenTexts[code]?.[kind]}\``),
  )
  expect(inPage.toSorted()).toEqual(inModule.toSorted())
})

test('docs/translations.md lists every text that stays English', () => {
  const listed = rows
    .filter((row) => kinds.some((kind) => row[2]?.split(', ').includes(kind)) && !row[3]?.startsWith('`'))
    .flatMap(([, language, texts]) => (texts ?? '').split(', ').map((kind) => `${language} ${kind}`))
  const absent = foreign.flatMap((code) =>
    kinds.filter((kind) => spokenTexts[code]?.[kind] === undefined).map((kind) => `${languages[code].name} ${kind}`),
  )
  expect(listed.toSorted()).toEqual(absent.toSorted())
})

test.each(foreign)('%s greets with the name, and answers with both words or neither', (code) => {
  const own = spokenTexts[code]
  expect(own?.greeting).toContain('{{name}}')
  expect(own?.yes === undefined).toBe(own?.no === undefined)
})

test.each(foreign)('%s is named as in Unicode CLDR', (code) => {
  const { tag, name } = languages[code]
  const own = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
  const { label } = languageOption(code)
  if (label === name) expect([undefined, name, 'Filipino']).toContain(own)
  else expect(label.toLowerCase()).toBe(`${own} (${name})`.toLowerCase())
})
