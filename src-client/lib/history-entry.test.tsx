// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Link, Router, useLocation, useSearch } from 'wouter'
import { hideTyped, navigateTyped, readHistoryEntry, takeTyped, useTypedLocation } from './history-entry.ts'

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => history.replaceState(null, '', '/'))

test.each([
  ['/users', '/users', undefined],
  ['/users?status=A', '/users?status=A', undefined],
  ['/users?find=ann', '/users', 'ann'],
  ['/users?find=Ann+%26+Bob&status=A#top', '/users?status=A#top', 'Ann & Bob'],
  ['/users?find=', '/users', ''],
])('%s is the address %s and the typed text %j', (to, address, text) => {
  expect(takeTyped(to)).toEqual({ address, text })
})

function Page() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  return (
    <>
      <output>{`${path}?${search}`}</output>
      <button onClick={() => navigate('/users?status=A&find=halloway')}>Type</button>
      <Link href={`/users/7?${search}`}>Edit</Link>
    </>
  )
}

test('pages read typed text as a parameter, and no address or link shows it', async () => {
  render(
    <Router hook={useTypedLocation}>
      <Page />
    </Router>,
  )
  await userEvent.click(screen.getByRole('button'))
  const [typed, link] = [screen.getByRole('status'), screen.getByRole('link')]
  expect(typed.textContent).toBe('/users?status=A&find=halloway')
  expect(location.search).toBe('?status=A')
  expect(link.getAttribute('href')).toBe('/users/7?status=A')
  await userEvent.click(link)
  expect(typed.textContent).toBe('/users/7?status=A&find=halloway')
  expect(location.href).not.toContain('halloway')
})

test('an address opened with typed text, such as an old bookmark, moves it to the history', () => {
  history.replaceState(null, '', '/users?find=halloway&page=2')
  hideTyped()
  expect(location.search).toBe('?page=2')
  expect(readHistoryEntry()).toEqual({ find: 'halloway' })
})

test('keeps the other contents of an entry', () => {
  navigateTyped('/users?find=halloway', { state: { mark: 'stop' } })
  expect(readHistoryEntry()).toEqual({ find: 'halloway', mark: 'stop' })
})
