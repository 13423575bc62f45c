// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noProperties } from '#shared/contract/record-property.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { AnswerResult } from './answer-result.tsx'
import type { NoticeView } from './notice-view.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const notice: NoticeView = {
  channel: 'EMAIL',
  target: 'thessaly@example.org',
  documentIdentifier: '2026-018842',
  documentDescription: 'Quit Claim Deed',
  explanation: null,
  recordedTimestampFormatted: '11/19/2026 10:42 AM',
  documentUrl: '',
  restricted: false,
  parties: { first: [], more: 0 },
  parcels: { first: [], more: 0 },
  ...noProperties,
  parcelQuestion: null,
  alerts: [],
  answer: 'not-me',
  answeredElsewhere: false,
  unsubscribed: false,
  narrowing: { needsLogin: false, readerId: null, alerts: [] },
}

const instead = 'To answer “This looks wrong” instead, take this answer back first.'
it.each<[string, NoticeAnswer | undefined, boolean, boolean]>([
  ['the link of another answer was opened since: it is not sent, and the page says so', 'wrong', false, true],
  ['the link of the same answer was opened', 'not-me', false, false],
  ['no answer was chosen in the message', undefined, false, false],
  ['this answer was given here, after the link was opened', 'wrong', true, false],
])('%s', (_what, chosen, given, says) => {
  render(
    <AnswerResult
      isPage
      token="t"
      notice={notice}
      answer="not-me"
      chosen={chosen}
      given={given}
      county="Alder County"
      phone=""
      undoing={false}
      onUndo={() => {}}
    />,
  )
  expect(screen.queryByText(instead) !== null).toBe(says)
})
