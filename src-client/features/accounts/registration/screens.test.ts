import { expect, test } from 'vitest'
import { findScreen, findScreenOf, listScreens } from './screens.ts'

test.each([
  [true, true, ['name', 'address', 'contact', 'login', 'watch', 'verify']],
  [false, true, ['you', 'watch', 'verify']],
  [true, false, ['name', 'address', 'contact', 'login', 'verify']],
  [false, false, ['you', 'verify']],
])('has the right screens for a phone (%s) and alerts by email (%s)', (phone, offersWatch, screens) => {
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
])('opens on a phone (%s) for the address %j the screen %s', (phone, asked, screen) => {
  expect(findScreen(listScreens(phone, true), asked)).toBe(screen)
})

test('shows the earliest screen that has one of the refused fields', () => {
  const phone = listScreens(true, true)
  expect(findScreenOf(phone, ['password', 'zip'])).toBe('address')
  expect(findScreenOf(phone, ['choice'])).toBe('watch')
  expect(findScreenOf(listScreens(false, true), ['choice', 'password'])).toBe('you')
  expect(findScreenOf(phone, ['unknown'])).toBeUndefined()
})
