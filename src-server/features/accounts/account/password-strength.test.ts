// cspell:ignore letmein ummer nnes qwertyuiop
import { expect, test } from 'vitest'
import { isEasyToGuess } from './password-strength.ts'

const county = { countyName: 'Alder County', appTitle: 'Record Alerts', stateCode: 'MN' }
const person = { username: 'thessaly.brandvold3', firstName: 'Thessaly', lastName: 'Brandvold' }

test.each([
  // The most common password, a season, a month, and the names of the county, the state and the program.
  ['Welcome2024!', true],
  ['Password2024!', true],
  ['P@ssw0rd2024!', true],
  ['2024!Password', true],
  ['Letmein2026!', true],
  ['L3tm31n!2026', true],
  ['Summer2026!!', true],
  ['$ummer2026!!', true],
  ['January1951!!', true],
  ['May1951!!!!!', true],
  ['AlderCounty1!', true],
  ['Alder#County1!', true],
  ['Alder2026!!!', true],
  ['County2026!!', true],
  ['Minnesota2026!', true],
  ['M1nnes0ta2026!', true],
  ['RecordAlerts#1', true],
  // The person's own names.
  ['Brandvold!5555', true],
  ['ThessalyBrandvold3!', true],
  // Found by the estimate alone.
  ['aaaaaaaaaaa1!', true],
  ['P030710p$e4o', true],
  ['1q2w3e4r5t6y!', true],
  ['Qwertyuiop12!', true],
  // Passwords that an account's owner might make up.
  ['Butterfly123!', false],
  ['Chocolate1951!', false],
  ['Grandma1948!!', false],
  ['Rosebud1955!!', false],
  ['Teapot!Ladder47', false],
  ['QuietMeadow#42', false],
  ['SummerMeadow#42', false],
  ['Alder&MeadowBrook42', false],
  ['x7#293847!6512', false],
  ['72934617#x!5', false],
])("isEasyToGuess('%s') is %s", async (password, easy) => {
  expect(await isEasyToGuess(password, { county, person })).toBe(easy)
})

test('refuses nothing for a name without letters or an empty name', async () => {
  const nameless = { county: { countyName: '', appTitle: '42', stateCode: '' }, person: { username: '1' } }
  expect(await isEasyToGuess('QuietMeadow#42', nameless)).toBe(false)
  expect(await isEasyToGuess('Minnesota2026!', nameless)).toBe(false)
})
