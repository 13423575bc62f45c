import { describe, expect, test } from 'vitest'
import { emptyDetails, signUpInput, type UserDetails, usernameInput } from '#shared/contract/account.ts'
import { residentDetails } from '#tests/fixtures/resident.ts'
import { detailsProblems, passwordProblems, signUpProblems } from './user.ts'

test('accepts valid details', () => {
  expect(detailsProblems(residentDetails, 'everything')).toEqual({})
})

test.each<[string, Partial<UserDetails>, Record<string, string>]>([
  ['a first name of 31', { firstName: 'x'.repeat(31) }, { firstName: '30 characters max.' }],
  ['a first name of 30', { firstName: 'x'.repeat(30) }, {}],
  ['a last name of 31', { lastName: 'x'.repeat(31) }, { lastName: '30 characters max.' }],
  ['a company of 61', { company: 'x'.repeat(61) }, { company: '60 characters max.' }],
  ['an address of 51', { address: 'x'.repeat(51) }, { address: '50 characters max.' }],
  ['a city of 51', { city: 'x'.repeat(51) }, { city: '50 characters max.' }],
  ['an email of 51', { email: `${'x'.repeat(39)}@example.org` }, { email: '50 characters max.' }],
  ['an invalid email', { email: 'odalys' }, { email: 'Enter an email address such as name@example.com.' }],
  ['no state of ours', { state: 'ZZ' }, { state: 'Choose a state.' }],
  ['a zip of four', { zip: '5510' }, { zip: '5-digit zip.' }],
  ['a zip of nine', { zip: '551010000' }, { zip: '5-digit zip.' }],
  ['a zip with a letter', { zip: '5510a' }, { zip: 'Numbers only.' }],
  ['a phone cut short', { phone: '(612) 555-013' }, { phone: '(XXX) XXX-XXXX' }],
  ['a phone in another form', { phone: '612-555-0134' }, { phone: '(XXX) XXX-XXXX' }],
  [
    'a short international phone',
    { phoneFormatType: 'INTERNATIONAL', phone: '447700' },
    { phone: 'Country code and phone number.' },
  ],
  ['an international phone', { phoneFormatType: 'INTERNATIONAL', phone: '447700900123' }, {}],
  [
    'an international phone with dashes',
    { phoneFormatType: 'INTERNATIONAL', phone: '44-7700-900123' },
    { phone: 'Numbers only.  No spaces.  No dashes.' },
  ],
  [
    'an international phone with spaces',
    { phoneFormatType: 'INTERNATIONAL', phone: '44 7700 900123' },
    { phone: 'Numbers only.  No spaces.  No dashes.' },
  ],
  [
    'an international phone of 16',
    { phoneFormatType: 'INTERNATIONAL', phone: '4477009001234567' },
    { phone: '15 characters max.' },
  ],
])('%s', (_what, change, problems) => {
  expect(detailsProblems({ ...residentDetails, ...change }, 'everything')).toEqual(problems)
})

test('requires all details but a company of residents, and a name and an email of staff', () => {
  expect(Object.keys(detailsProblems(emptyDetails, 'everything'))).toEqual(
    'firstName lastName address city state zip email phone'.split(' '),
  )
  expect(detailsProblems(emptyDetails, 'name and email')).toEqual({
    firstName: 'Required.',
    lastName: 'Required.',
    email: 'Required.',
  })
  expect(detailsProblems({ ...residentDetails, address: '', zip: '1' }, 'name and email')).toEqual({
    zip: '5-digit zip.',
  })
})

test.each([
  ['resident.one', undefined],
  ['a_resident@example.org', undefined],
  ['', 'Required.'],
  ['short', 'At least 8 characters long.'],
  ['x'.repeat(51), 'Maximum 50 characters long.'],
  ['resident one', 'Letters, numbers, underscores, dots and @ only.'],
  ['resident-one', 'Letters, numbers, underscores, dots and @ only.'],
  ['.resident', 'Must start with a letter or number.'],
  ['resident_', 'Must end with a letter or number.'],
  ['resident._one', 'No two special characters in a row.'],
])('judges the username %j', (username, problem) => {
  expect(usernameInput.safeParse(username).error?.issues[0]?.message).toBe(problem)
})

const rule = 'Must contain a letter, a number and a special character. Special characters are !@#$%^&'
describe('passwords', () => {
  test.each([
    ['', 'Required.'],
    ['Short#1', 'At least 12 characters.'],
    [`${'x'.repeat(63)}#1`, '64 characters maximum.'],
    ['QuietMeadow##', rule],
    ['QuietMeadow42', rule],
    ['4242424242##', rule],
    ['Quiet Meadow#42', 'Please remove a space. Special characters are !@#$%^&'],
    ['QuietMeadow*42', rule],
    ['QuietMeadow#42', undefined],
  ])('%j', (password, problem) => {
    expect(passwordProblems({ password }).password).toBe(problem)
  })

  test('refuses a confirmation that differs', () => {
    const password = 'QuietMeadow#42'
    expect(passwordProblems({ password, passwordConfirm: 'QuietMeadow#43' })).toEqual({
      passwordConfirm: 'Mismatched passwords.',
    })
    expect(passwordProblems({ password, passwordConfirm: '' })).toEqual({ passwordConfirm: 'Required.' })
    expect(passwordProblems({ password, passwordConfirm: password })).toEqual({})
    expect(passwordProblems({ password, passwordConfirm: null })).toEqual({})
  })
})

test('lists all problems of a registration together', () => {
  const input = signUpInput.parse({ username: 'x', password: 'y', firstName: ' ', zip: 'a' })
  expect(signUpProblems(input)).toEqual({
    username: 'At least 8 characters long.',
    firstName: 'Required.',
    lastName: 'Required.',
    address: 'Required.',
    city: 'Required.',
    state: 'Required.',
    zip: 'Numbers only.',
    email: 'Required.',
    phone: 'Required.',
    password: 'At least 12 characters.',
  })
})
