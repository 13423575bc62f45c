// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { asked, renderCards } from './testing.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const cards = () => screen.queryAllByRole('heading', { name: 'A new record matches your alert' })
const card = (address: string) => {
  const found = screen.getByText(address).closest('article')
  if (!found) throw new Error(`No card is about ${address}.`)
  return within(found)
}

it('answers in place, and keeps the answer in its place while the page refreshes itself', async () => {
  const records = [asked(1), asked(2)]
  const { calls, show } = renderCards(records)
  expect(cards()).toHaveLength(2)
  expect(
    card('1 Elm St')
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['I expected this', 'This is not about me', 'This looks wrong'])
  fireEvent.click(card('1 Elm St').getByRole('button', { name: 'I expected this' }))
  const heading = await screen.findByRole('heading', { name: 'You said: I expected this' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(calls).toEqual([{ path: 'notices.answer', input: { token: 't1', answer: 'expected', notMyParcel: false } }])
  show(records.slice(1))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'You said: I expected this',
    'A new record matches your alert',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Change my answer' }))
  await screen.findByText('1 Elm St')
  const question = card('1 Elm St').getByRole('heading', { name: 'Do you recognize this record?' })
  await waitFor(() => expect(document.activeElement).toBe(question))
})

it('asks whose parcel it is before it mutes a record of her own, by the address that she knows', async () => {
  const question = { parcels: { first: ['17-03'], more: 0 }, legalDescription: '' }
  const { calls } = renderCards([asked(1, { parcelQuestion: question })])
  fireEvent.click(screen.getByRole('button', { name: 'This is not about me' }))
  await screen.findByText('Is 1 Elm St your property?')
  expect(calls).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'No, it’s not my property' }))
  await screen.findByRole('heading', { name: 'You said: This is not about me' })
  expect(calls).toEqual([{ path: 'notices.answer', input: { token: 't1', answer: 'not-me', notMyParcel: true } }])
})

it('shows a new record as it comes, and drops one that was answered elsewhere', () => {
  const { show } = renderCards([asked(1)])
  show([asked(1), asked(2)])
  expect(cards()).toHaveLength(2)
  show([asked(2)])
  expect(cards()).toHaveLength(1)
  expect(screen.queryByText('1 Elm St')).toBeNull()
})

it('leads to the records beyond the first three', () => {
  const { show } = renderCards([asked(1), asked(2), asked(3)])
  expect(screen.queryByRole('link', { name: /more record/ })).toBeNull()
  show([asked(1), asked(2), asked(3)], 7)
  expect(screen.getByRole('link', { name: '4 more records' }).getAttribute('href')).toBe('/home?show=history')
})

it.each([
  ['was revised after an answer', { isRevised: true }, 'The county changed this record after your answer.'],
  ['reached nobody by message', { isUndelivered: true }, 'We could not deliver our message about this record.'],
])('says that a record %s', (_what, state, text) => {
  renderCards([asked(1, {}, state)])
  screen.getByText(new RegExp(text))
})

it('leads with the document where no property is known', () => {
  renderCards([asked(1, { properties: [], documentDescription: 'Lis Pendens' })])
  expect(screen.getByText('Lis Pendens').className).toContain('font-display')
})
