// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { matchingExamples } from './matching-examples.ts'
import { MatchingHelpPage } from './matching-help-page.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows the complete rule under one heading, in order', () => {
  render(<MatchingHelpPage />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How we match names')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'People',
    'Businesses and trusts',
    'Parcels',
    'Options you can turn on',
    'How sure we are',
    'What we never match',
    'Examples',
    'If a record is about someone else',
  ])
  // In addition to the row of headings.
  expect(screen.getAllByRole('row')).toHaveLength(matchingExamples.length + 1)
})

it('prints with its only button', () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  render(<MatchingHelpPage />)
  const [button, ...more] = screen.getAllByRole('button')
  expect(more).toEqual([])
  expect(button?.textContent).toBe('Print')
  if (button) fireEvent.click(button)
  expect(print).toHaveBeenCalledTimes(1)
})
