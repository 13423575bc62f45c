import { expect, test } from 'vitest'
import { findScreen, findScreenOf, listScreens } from './screens.ts'

test.each([
  [true, true, ['name', 'address', 'contact', 'login', 'watch', 'verify']],
  [false, true, ['you', 'watch', 'verify']],
  [true, false, ['name', 'address', 'contact', 'login', 'verify']],
  [false, false, ['you', 'verify']],
])('the screens of a phone (%s), where alerts reach emails (%s)', (phone, offersWatch, screens) => {
  expect(listScreens(phone, offersWatch)).toEqual(screens)
})

test.each([
  [true, '', 'name'],
  [true, 'contact', 'contact'],
  [true, 'you', 'name'],
  // A phone that is turned on its side keeps the step.
  [false, 'contact', 'you'],
  [false, 'watch', 'watch'],
  [false, 'nothing', 'you'],
])('on a phone (%s) the address %j opens the screen %s', (phone, asked, screen) => {
  expect(findScreen(listScreens(phone, true), asked)).toBe(screen)
})

test('the earliest screen with one of the refused fields is shown', () => {
  const phone = listScreens(true, true)
  expect(findScreenOf(phone, ['password', 'zip'])).toBe('address')
  expect(findScreenOf(phone, ['choice'])).toBe('watch')
  expect(findScreenOf(listScreens(false, true), ['choice', 'password'])).toBe('you')
  expect(findScreenOf(phone, ['unknown'])).toBeUndefined()
})
