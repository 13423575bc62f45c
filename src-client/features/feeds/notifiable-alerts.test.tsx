// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { MatchGrade } from '#shared/contract/match.ts'
import type { FeedCalls } from './feed-types.ts'
import { NotifiableAlerts } from './notifiable-alerts.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
  await loadPanelTexts()
})
afterEach(cleanup)

const answerOf = (grade: MatchGrade): FeedCalls['wouldBeTold']['content'] => ({
  record: {
    problems: [],
    warning: '',
    documentIdentifier: 'X-1',
    documentType: 'QCD',
    documentDescription: 'Quit Claim Deed',
    recorded: '11/19/2026',
    documentUrl: '',
    legalDescription: '',
    parties: [],
    parcels: [],
    restricted: false,
    spoilt: [],
  },
  wouldWait: false,
  alerts: [
    {
      id: 1,
      name: 'My name',
      criteria: 'Robert Lee',
      username: 'demo.user',
      match: {
        sentence: 'The last name matches. The first names are forms of one name.',
        recordRaw: 'LEE BOB',
        marks: [[0, 7]],
        alertRaw: 'Robert Lee',
        variant: 'nicknames',
        byInitialOnly: false,
        otherLegalForm: false,
        reading: { cause: 'order', weight: 1 },
        grade,
      },
      whyNot: '',
      addresses: [
        { channel: 'EMAIL', target: 'wren@example.org', whyNot: '' },
        { channel: 'PHONE', target: '(612) 555-0142', whyNot: '' },
      ],
    },
  ],
  total: 1,
  capped: false,
  partial: false,
})
const show = (grade: MatchGrade) =>
  render(<NotifiableAlerts answer={answerOf(grade)} page={1} hrefFor={() => ''} />).container.textContent ?? ''

it('says how sure a match is, how the name was read, and who would be notified', () => {
  const text = show('LIKELY')
  expect(text).toContain('Likely match')
  expect(text).toContain('Read in the order of names that the feed states.')
  expect(text).not.toContain('Another reading is likelier.')
  expect(screen.getAllByText('would be notified')).toHaveLength(2)
})

it('says that a possible match comes in the weekly email, and never as a text', () => {
  const text = show('POSSIBLE')
  expect(text).toContain('Possible match')
  expect(screen.queryByText('would be notified')).toBeNull()
  expect(screen.getAllByText('in the weekly email')).toHaveLength(1)
  expect(text).toContain('Possible matches are never sent as texts.')
})
