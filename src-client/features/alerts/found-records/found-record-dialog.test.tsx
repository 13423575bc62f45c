// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { PromptHost } from '#client/components/dialogs/prompt-host.tsx'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { closePrompts } from '#client/lib/dialogs/prompts.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import type { FoundRecord } from '#shared/contract/found-record.ts'
import { FoundRecordDialog } from './found-record-dialog.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  closePrompts()
  cleanup()
  queryClient.clear()
})

const record: FoundRecord = {
  eventId: 5,
  documentIdentifier: '2026-000777',
  documentDescription: 'Quit Claim Deed',
  recordedTimestampFormatted: '11/19/2026',
  parties: [
    { role: 'from', ownRole: '', name: 'MARSH, WALTER' },
    { role: null, ownRole: 'Trustee', name: 'OKAFOR, ADA' },
  ],
  moreParties: 0,
  known: null,
}

/** Opens the dialog; returns the calls that reached the server. */
function open(records: FoundRecord[]) {
  const calls = vi.fn<(path: string, input: unknown) => void>()
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            calls(op.path, op.input)
            const isSearch = op.path === 'userView.findRecords'
            const data = isSearch ? { content: records } : { message: 'Thank you.', content: null }
            observer.next({ result: { type: 'data', data } })
            observer.complete()
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <FoundRecordDialog alertId={12} onClose={() => {}} />
        <PromptHost />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return calls
}

function search(text: string): void {
  fireEvent.change(screen.getByLabelText(/^Document number/), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
}

it('finds a record, shows its parties, and reports it', async () => {
  const calls = open([record])
  search(' 2026-000777 ')
  await screen.findByText('MARSH, WALTER')
  screen.getByText('From')
  screen.getByText('Trustee')
  fireEvent.click(screen.getByRole('button', { name: /^This is about me.*2026-000777$/ }))
  await vi.waitFor(() =>
    expect(calls.mock.calls).toContainEqual(['userView.reportFoundRecord', { alertId: 12, eventId: 5 }]),
  )
  await screen.findByText('Thank you.')
  expect(calls.mock.calls[0]).toEqual(['userView.findRecords', { alertId: 12, text: '2026-000777' }])
})

it('takes a report back', async () => {
  const calls = open([{ ...record, known: { kind: 'reported', canTakeBack: true } }])
  search('2026-000777')
  fireEvent.click(await screen.findByRole('button', { name: 'Take back my report: 2026-000777' }))
  await vi.waitFor(() =>
    expect(calls.mock.calls).toContainEqual(['userView.takeBackFoundRecord', { alertId: 12, eventId: 5 }]),
  )
})

it.each<[FoundRecord['known'], RegExp, canReport: boolean]>([
  [{ kind: 'notified', noticePath: '/notice/own/9' }, /^We notified you/, false],
  [{ kind: 'skipped', reason: 'The alert was paused.' }, /no notice\. The alert was paused\.$/, true],
  [{ kind: 'listedAsPossible' }, /“Maybe about you\.”$/, false],
  [{ kind: 'reported', canTakeBack: false }, /^You reported/, false],
])('says what we know of a record: %j', async (known, expected, canReport) => {
  open([{ ...record, known }])
  search('2026')
  expect((await screen.findByText(expected)).tagName).toBe('P')
  expect(screen.queryByRole('button', { name: /^This is about me/ }) !== null).toBe(canReport)
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open the notice' })?.getAttribute('href') ?? null).toBe(
    known?.kind === 'notified' ? '/notice/own/9' : null,
  )
})

it('says that it found none, and asks for more than two characters', async () => {
  const calls = open([])
  search('20')
  screen.getByText('Enter at least 3 characters.')
  expect(calls).not.toHaveBeenCalled()
  search('2026')
  await screen.findByText('We found no such record.')
})
