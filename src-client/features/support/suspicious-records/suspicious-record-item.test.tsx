// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'
import { SuspiciousRecordItem } from './suspicious-record-item.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

const alert = {
  name: 'My name',
  criteria: 'Wilma Fernhill',
  field: 'party',
  sentence: 'The same.',
  grade: 'CERTAIN',
  reading: null,
} as const
const answer: SuspiciousReport = {
  noticeId: 1,
  answeredFormatted: '11/19/2026 10:42 AM',
  channel: 'EMAIL',
  target: 'wilma@example.org',
  owner: null,
  phones: [],
  record: null,
  alerts: [
    { ...alert, recordRaw: 'FERNHILL WILMA', marks: [[0, 14]] },
    { ...alert, recordRaw: 'FERNHILL WILMA B', marks: [] },
  ],
  found: null,
  later: null,
  earlier: [],
  openedFormatted: '11/19/2026 11:00 AM',
  dealtWithFormatted: '',
  dealtWithBy: null,
}

test('shows two alerts of one owner with the same name and criteria next to each other', () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<SuspiciousRecordItem answer={answer} heading="h2" busy={false} onResolve={() => {}} />)
  for (const { recordRaw } of answer.alerts) screen.getByText(recordRaw)
  expect(faults).not.toHaveBeenCalled()
})

test('tells staff that the alert is the resident’s, not theirs', () => {
  const number = '17-03-123-045'
  const parcel: SuspiciousReport['alerts'][number] = {
    name: 'Home',
    criteria: number,
    field: 'parcel',
    sentence: 'The same.',
    recordRaw: number,
    marks: [],
    grade: 'CERTAIN',
    reading: null,
  }
  render(
    <SuspiciousRecordItem
      answer={{ ...answer, alerts: [...answer.alerts, parcel] }}
      heading="h2"
      busy={false}
      onResolve={() => {}}
    />,
  )
  expect(document.body.textContent).toContain('The alert My name watches Wilma Fernhill.')
  expect(document.body.textContent).toContain('The alert Home watches parcel 17-03-123-045.')
  expect(document.body.textContent).not.toContain('Your alert')
})

test('marks a record that the resident found, with the reason and the alert', () => {
  const found = { reason: 'firstNames', alertName: 'My name', criteria: 'Wilma Fernhill' } as const
  render(
    <SuspiciousRecordItem answer={{ ...answer, alerts: [], found }} heading="h2" busy={false} onResolve={() => {}} />,
  )
  screen.getByText('Found by the resident')
  screen.getByText('The first names differ.')
  expect(document.body.textContent).toContain('The alert My name watches Wilma Fernhill.')
})

test('says how sure the match is, and how the name was read', async () => {
  await loadPanelTexts()
  const possible = { ...alert, recordRaw: 'FERNHILL WILMA', marks: [], grade: 'POSSIBLE' as const }
  render(
    <SuspiciousRecordItem
      answer={{ ...answer, alerts: [{ ...possible, reading: { cause: 'either', weight: 0.2 } }] }}
      heading="h2"
      busy={false}
      onResolve={() => undefined}
    />,
  )
  expect(screen.getByText('Possible match')).toBeTruthy()
  expect(
    screen.getByText('The feed states no order of names, so we tried both. Another reading is likelier.'),
  ).toBeTruthy()
})
