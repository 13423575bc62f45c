// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, expect, it, test } from 'vitest'
import { pageUser } from '#client/lib/api/page-user.ts'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { noProperties } from '#shared/contract/record-property.ts'
import { AnswerResult } from './answer-result.tsx'
import type { NoticeView } from './notice-view.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

type Offers = NoticeView['narrowing']
const middle = { kind: 'middleName' as const, value: 'ALBERT', written: 'ALBERT', applied: false }
const initial = { kind: 'byInitial' as const, value: '', written: '', applied: false }
const coOwner = { kind: 'coOwner' as const, value: 'SMITH, MARY', written: 'MARY SMITH', applied: false }
const alert = { id: 7, name: 'My name', firstName: 'John', lastName: 'Smith' }
const offering = (...offers: Offers['alerts'][number]['offers']): Offers => ({
  needsLogin: false,
  readerId: 3,
  alerts: [{ ...alert, offers }],
})
const parcelQuestion = { parcels: { first: ['17'], more: 0 }, legalDescription: '' }

const noticeWith = (narrowing: Offers, change: Partial<NoticeView> = {}): NoticeView => ({
  channel: 'EMAIL',
  target: 'john@example.org',
  documentIdentifier: '2026-018842',
  documentDescription: 'Quit Claim Deed',
  explanation: null,
  recordedTimestampFormatted: '11/19/2026',
  documentUrl: '',
  restricted: false,
  parties: { first: [], more: 0 },
  parcels: { first: [], more: 0 },
  ...noProperties,
  parcelQuestion: null,
  alerts: [],
  answer: 'not-me',
  answeredElsewhere: false,
  answerOfOthers: null,
  unsubscribed: false,
  narrowing,
  ...change,
})

/** Calls that the page made, and what a server answers to the next. */
function renderResult(notice: NoticeView, reply: { content: NoticeView } | Error = { content: notice }) {
  const calls: { path: string; input: unknown }[] = []
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            calls.push({ path: op.path, input: op.input })
            if (reply instanceof Error) return observer.error(TRPCClientError.from<AppRouter>(reply))
            observer.next({ result: { type: 'data', data: reply } })
            observer.complete()
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <AnswerResult
          token="t"
          notice={notice}
          answer={notice.answer ?? 'expected'}
          given={false}
          county="Alder County"
          phone=""
          undoing={false}
          onUndo={() => {}}
        />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return calls
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const takeBack = 'Change my answer'

it.each<[string, Offers, string[], string[]]>([
  [
    'a middle name',
    offering(middle),
    ['Skip records with the middle name ALBERT'],
    ['We won’t notify you of records that say John ALBERT Smith.'],
  ],
  [
    'a co-owner',
    offering(coOwner),
    ['Skip records with the co-owner MARY SMITH'],
    ['We won’t notify you of records that name MARY SMITH together with John Smith.'],
  ],
  [
    'a first initial',
    offering(initial),
    ['Skip records that show only a first initial'],
    ['We won’t notify you of records that show only an initial for the first name.'],
  ],
  [
    'what was applied, with the way back',
    offering({ ...middle, applied: true }),
    ['Undo'],
    ['We won’t notify you of records that say John ALBERT Smith.'],
  ],
  ['nothing but a middle name of their own', offering(), [], ['We’ll leave out records with another middle name.']],
])('offers %s, and says what it changes', (_what, narrowing, offered, effects) => {
  renderResult(noticeWith(narrowing))
  expect(buttons()).toEqual([...offered, takeBack])
  for (const effect of effects) expect(screen.getByText(effect)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add your middle name to the alert' })).toBeTruthy()
})

it('suggests no middle name for an alert that has one', () => {
  renderResult(
    noticeWith({ needsLogin: false, readerId: 3, alerts: [{ ...alert, firstName: 'John Rick', offers: [middle] }] }),
  )
  expect(screen.queryByRole('link')).toBeNull()
})

it.each<[string, Partial<NoticeView>]>([
  ['after another answer', { answer: 'expected' }],
  ['where a parcel alert matched', { parcelQuestion }],
])('offers nothing %s', (_what, change) => {
  renderResult(noticeWith(offering(middle), change))
  expect(buttons()).toEqual([takeBack])
})

it('sends a logged-out reader to the login, and back', () => {
  renderResult(noticeWith({ needsLogin: true, readerId: null, alerts: [] }))
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(buttons()).toEqual([takeBack])
})

test.each([
  ['applies an offer', false, 'notices.narrow', 'Skip records with the middle name ALBERT'],
  ['takes one back', true, 'notices.undoNarrow', 'Undo'],
])('one press %s', async (_what, applied, path, button) => {
  const calls = renderResult(noticeWith(offering({ ...middle, applied })))
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(calls.map((call) => call.path)).toContain(path))
  // The server refuses it in another user's session.
  expect(pageUser.get()).toBe(3)
  expect(calls[0]?.input).toEqual({ token: 't', alertId: 7, kind: 'middleName', value: 'ALBERT' })
})

it('shows why it failed', async () => {
  renderResult(noticeWith(offering(middle)), new Error('Failed to fetch'))
  fireEvent.click(screen.getByRole('button', { name: /Skip records with/ }))
  expect(await screen.findByRole('alert')).toBeTruthy()
})
