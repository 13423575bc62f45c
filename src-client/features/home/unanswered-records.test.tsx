// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { asked, renderCards } from '#tests/fixtures/unanswered-records.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const lines = () => screen.queryAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)
const openLine = () => screen.getByRole('button', { expanded: true })
const title = () => screen.getByRole('heading', { level: 2 }).textContent

it('stacks the records in one card with the first open, and opens the pressed one', () => {
  renderCards([asked(1), asked(2)])
  expect(title()).toBe('2 records need your answer')
  expect(openLine().textContent).toContain('1 Elm St')
  expect(lines()).toEqual(['2 Elm St Quit Claim Deed, 11/19/2026Unanswered'])
  fireEvent.click(screen.getByRole('button', { name: /2 Elm St/ }))
  expect(openLine().textContent).toContain('2 Elm St')
  expect(screen.getAllByRole('button', { name: 'I expected this' })).toHaveLength(1)
  fireEvent.click(openLine())
  expect(lines()).toHaveLength(2)
})

it('answers in place, opens the next record, and keeps the answer in its place while the page refreshes', async () => {
  const records = [asked(1), asked(2)]
  const { calls, show } = renderCards(records)
  fireEvent.click(screen.getByRole('button', { name: 'I expected this' }))
  await screen.findByRole('heading', { name: 'You said: I expected this' })
  await waitFor(() => expect(document.activeElement).toBe(openLine()))
  expect(openLine().textContent).toContain('2 Elm St')
  expect(calls).toEqual([{ path: 'notices.answer', input: { token: 't1', answer: 'expected', notMyParcel: false } }])
  show(records.slice(1))
  expect(title()).toBe('1 record needs your answer')
  expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('You said: I expected this')
  fireEvent.click(screen.getByRole('button', { name: 'Change my answer' }))
  await waitFor(() => expect(openLine().textContent).toContain('1 Elm St'))
  const question = screen.getByRole('heading', { name: 'Do you recognize this record?' })
  await waitFor(() => expect(document.activeElement).toBe(question))
})

it('moves the focus to the advice after a report, and after the last answer', async () => {
  renderCards([asked(1), asked(2)])
  fireEvent.click(screen.getByRole('button', { name: 'This looks wrong' }))
  const report = await screen.findByRole('heading', { name: 'You said: This looks wrong' })
  await waitFor(() => expect(document.activeElement).toBe(report))
  fireEvent.click(screen.getByRole('button', { name: 'I expected this' }))
  const last = await screen.findByRole('heading', { name: 'You said: I expected this' })
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(title()).toBe('No records need your answer')
})

it('asks whose parcel it is before it mutes a record of the reader’s parcel, by its street address', async () => {
  const question = { parcels: { first: ['17-03'], more: 0 }, legalDescription: '' }
  const { calls } = renderCards([asked(1, { parcelQuestion: question })])
  fireEvent.click(screen.getByRole('button', { name: 'This is not about me' }))
  await screen.findByText('Is 1 Elm St your property?')
  expect(calls).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'No, it’s not my property' }))
  await screen.findByRole('heading', { name: 'You said: This is not about me' })
  expect(calls).toEqual([{ path: 'notices.answer', input: { token: 't1', answer: 'not-me', notMyParcel: true } }])
})

it('shows a new record when it arrives, and removes one that was answered elsewhere', () => {
  const { show } = renderCards([asked(1)])
  show([asked(1), asked(2)])
  expect(title()).toBe('2 records need your answer')
  show([asked(2)])
  expect(title()).toBe('1 record needs your answer')
  expect(screen.queryByText('1 Elm St')).toBeNull()
})

it('puts a more urgent record above the others, and keeps the open record open', () => {
  const { show } = renderCards([asked(2), asked(3)])
  show([asked(1), asked(2), asked(3)])
  expect(openLine().textContent).toContain('2 Elm St')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.slice(0, 8))).toEqual([
    '1 Elm St',
    '2 Elm St',
    '3 Elm St',
  ])
})

it('links to the records beyond the first three', () => {
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

it('leads with the document if no property is known, and names grantor and grantee', () => {
  const parties = {
    first: [
      { role: 'from' as const, ownRole: '', name: 'FARROW WREN' },
      { role: 'to' as const, ownRole: '', name: 'GREYMOOR LLC' },
    ],
    more: 0,
  }
  renderCards([asked(1, { properties: [], documentDescription: 'Lis Pendens', parties })])
  expect(screen.getByText('Lis Pendens').className).toContain('font-display')
  expect(screen.getByText('FARROW WREN').closest('p')?.textContent).toBe('From FARROW WREN to GREYMOOR LLC.')
})
