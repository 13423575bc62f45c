import { expect, test } from 'vitest'
import { isGuessablePassword } from './guessable-password.ts'

const names = ['Alder County', 'demo.user1948', 'thessaly.brandvold3']

test.each<[string, boolean]>([
  ['AlderCounty2026!', true],
  ['Alder2026!!!', true],
  ['2026!ALDER-county', true],
  ['demouser12345!', true],
  ['DemoUser1948!!', true],
  ['Brandvold!5555', true],
  ['aaaaaaaaaaa1!', true],
  ['abcABCabcabc1!', true],
  ['Meadow7!Meadow7!', true],
  ['1!1!1!1!1!1!a', true],
  ['QuietMeadow#42', false],
  ['Alder&MeadowBrook42', false],
  ['county&Riverbed#17', false],
  ['x7#293847!6512', false],
  ['Mississippi#River7', false],
])('%s: %s', (password, guessable) => {
  expect(isGuessablePassword(password, names)).toBe(guessable)
})

test('a name without letters to speak of refuses nothing', () => {
  expect(isGuessablePassword('QuietMeadow#42', ['', 'a', '42', 'of the'])).toBe(false)
})
