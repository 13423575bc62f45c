// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { possible, renderPossible } from '#tests/fixtures/possible-matches.tsx'

vi.mock('#client/lib/api/start-content.ts', () => ({
  useStartContent: () => ({ county: 'Alder County', contactPhone: '(612) 555-0130', timeZone: 'America/Chicago' }),
}))

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const items = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('h3'))
const press = (name: string, item = 0) =>
  fireEvent.click(within(items()[item] ?? document.body).getByRole('button', { name }))
const titles = () => items().map((item) => item.querySelector('h3')?.textContent)

it('is not there without such records', () => {
  const { container } = renderPossible([])
  expect(container.textContent).toBe('')
})

it('shows the document, the words that matched, why, and for which alert', () => {
  renderPossible([possible(1, { documentUrl: 'https://example.org/1' })])
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Maybe about you')
  const text = items()[0]?.textContent ?? ''
  for (const words of [
    'Quit Claim Deed',
    'Document 2026-1 · Recorded 11/19/2026',
    'LEE BOB',
    'The last name matches. The first names are forms of one name.',
    'Your alert “My name” watches Robert Lee.',
  ])
    expect(text).toContain(words)
  expect(items()[0]?.querySelector('mark')?.textContent).toBe('LEE BOB')
  expect(screen.getByRole('link', { name: 'See this record: 2026-1' }).getAttribute('href')).toBe(
    'https://example.org/1',
  )
  expect(screen.getByRole('group', { name: 'Your answer about 2026-1' })).toBeTruthy()
})

it('names an alert once that has its name from what it watches', () => {
  renderPossible([possible(1, { alertName: 'Robert Lee' })])
  const text = items()[0]?.textContent ?? ''
  expect(text).toContain('From your alert “Robert Lee.”')
  expect(text).not.toContain('watches')
})

it('names the property, and how many more there are', () => {
  const property = { parcelId: '17-03-123-045', address: '412 Lantern Street', locality: '', legalDescription: '' }
  renderPossible([
    possible(1, { properties: [property], moreProperties: 1 }),
    possible(2, { properties: [{ ...property, address: '' }] }),
    possible(3),
  ])
  const [first, second, third] = items().map(({ textContent }) => textContent)
  expect(first).toContain('412 Lantern Street and 1 more property · Parcel 17-03-123-045')
  expect(second).toContain('Parcel 17-03-123-045')
  expect(third).not.toContain('Parcel')
})

it('asks to keep no message where we sent none', async () => {
  renderPossible([possible(1)])
  press('This looks wrong')
  await screen.findByText(/Say “I think document/)
  const text = items()[0]?.textContent ?? ''
  expect(text).toContain('Print it, and keep it with your other papers.')
  expect(text).not.toMatch(/I got a record alert|message we sent/)
})

it.each([
  ['This is not about me', 'not-me', 'We won’t list “LEE BOB” for this alert again.'],
  ['I expected this', 'expected', 'You don’t need to do anything.'],
  ['This looks wrong', 'wrong', 'Call Alder County'],
] as const)('takes "%s" with one press, says what follows, and moves the focus there', async (name, answer, words) => {
  const { calls } = renderPossible([possible(1), possible(2)])
  press(name)
  await waitFor(() => expect(titles()[0]).toBe(`You said: ${name}`))
  expect(calls.filter(({ path }) => path === 'home.answerPossible')).toEqual([
    { path: 'home.answerPossible', input: { eventId: 1, alertId: 7, answer } },
  ])
  expect(items()[0]?.textContent).toContain(words)
  expect(document.activeElement).toBe(items()[0]?.querySelector('h3'))
  // The other waits as before.
  expect(titles()[1]).toBe('Quit Claim Deed')
})

it('keeps an answer in sight once the list is without it, and takes it back', async () => {
  const { calls, show } = renderPossible([possible(1), possible(2)])
  press('This is not about me')
  await waitFor(() => expect(titles()[0]).toBe('You said: This is not about me'))
  show([possible(3), possible(2)])
  expect(titles()).toEqual(['You said: This is not about me', 'Quit Claim Deed', 'Quit Claim Deed'])
  press('Change my answer')
  await waitFor(() => expect(titles()[0]).toBe('Quit Claim Deed'))
  expect(calls.filter(({ path }) => path === 'home.undoPossible')).toEqual([
    { path: 'home.undoPossible', input: { eventId: 1, alertId: 7 } },
  ])
  expect(document.activeElement).toBe(items()[0]?.querySelector('h3'))
})

it('drops what left the list in another way', () => {
  const { show } = renderPossible([possible(1), possible(2)])
  show([possible(2)])
  expect(items()).toHaveLength(1)
})

it('says why an answer was refused, and loses nothing', async () => {
  renderPossible([possible(1)], { refusal: 'An alert can leave out up to 50 names. Please remove one first.' })
  press('This is not about me')
  await screen.findByText(/up to 50 names/)
  expect(titles()).toEqual(['Quit Claim Deed'])
  expect(screen.getByRole('button', { name: 'This is not about me' })).toBeTruthy()
})

it('links to the others, and shows two on a phone until asked for more', () => {
  const { show } = renderPossible([possible(1), possible(2), possible(3), possible(4), possible(5)])
  expect(screen.queryByRole('link', { name: /more/ })).toBeNull()
  show([possible(1), possible(2), possible(3), possible(4), possible(5)], 12)
  expect(screen.getByRole('link', { name: '7 more' }).getAttribute('href')).toBe('/home?show=possible')
  const onPhone = () => items().filter(({ className }) => !className.includes('max-sm:hidden')).length
  expect(onPhone()).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Show the next 3' }))
  expect(onPhone()).toBe(5)
  expect(items()[2]?.contains(document.activeElement)).toBe(true)
})
