// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AnswerGroup, MarkProposal } from '#shared/contract/not-me-cause.ts'
import { AnswerShareTable } from './answer-share-table.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

const group: AnswerGroup = {
  cause: 'typingSlip',
  grade: 'LIKELY',
  band: 'tenth',
  days30: { answers: 0, notMe: 0 },
  days365: { answers: 1200, notMe: 300 },
}
const show = (groups: AnswerGroup[], proposals: MarkProposal[] = []) =>
  render(<AnswerShareTable shares={{ groups, proposals, todaysMark: 0.1 }} labelledBy="title" />)

it('shows a share with its numbers, and no share where no one answered or only one answer was counted', () => {
  show([group, { ...group, grade: null, band: null, days30: { answers: 7, notMe: 7 } }])
  screen.getByText('300 of 1,200 (25%)')
  screen.getByText('No answers')
  screen.getByText('7')
  screen.getByText('Before grades')
})

const about = { cause: 'typingSlip', band: 'ten', answers: 120, notMe: 62 } as const
it.each<[MarkProposal, RegExp]>([
  [
    { ...about, kind: 'lower', mark: 0.05, moved: { answers: 50, notMe: 40 } },
    /62 of 120 were not about the reader\. If the mark for rare names were 0\.05 instead of 0\.1, 40 of these would have come in the weekly email .* so would 10 that were/,
  ],
  [
    { ...about, kind: 'collect', mark: 0.1, moved: { answers: 50, notMe: 40 } },
    /If their alerts collected possible matches, 40 of these .* so would 10 that/,
  ],
  [
    { ...about, kind: 'raise', mark: 0.5, moved: { answers: 50, notMe: 4 } },
    /were 0\.5 instead of 0\.1, 50 would have come right away .* 4 of them were not about the reader/,
  ],
  [{ ...about, kind: 'keep' }, /No other mark/],
  [{ ...about, kind: 'noMark' }, /do not depend on/],
])('says what the answers suggest, and that staff decide: %j', (proposal, expected) => {
  show([group], [proposal])
  const item = screen.getByRole('listitem')
  expect(item.textContent).toMatch(/^Typo \(1 to 10 a year\):/)
  expect(item.textContent).toMatch(expected)
  screen.getByText(/^Nothing changes by itself\./)
})

it('says how many answers a suggestion needs', () => {
  show([group])
  screen.getByText(/needs 100 answers/)
})
