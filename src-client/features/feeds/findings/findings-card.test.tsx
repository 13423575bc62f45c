// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import type { Findings, FeedDetail } from './finding-types.ts'
import { FindingsCard } from './findings-card.tsx'

beforeAll(async () => {
  startTexts()
  await loadPanelTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const feed: FeedDetail = {
  id: 7,
  name: 'Recorder',
  closed: false,
  timeZone: null,
  nameOrder: null,
  nameWidth: null,
  mapping: null,
  doubleSpaceSplits: false,
  losesLeadingZeros: false,
  version: 1,
}
const parcels: Findings['findings'][number] = {
  kind: 'severalParcels',
  change: null,
  count: 3,
  of: 80,
  samples: ['1, 2'],
  effects: [],
  dismissed: false,
}
const done: Findings = { state: 'done', checked: '11/22/2026 6:00 PM', records: 1_800, findings: [], counts: [] }

/** Shows the card with this answer, or an error; `calls` collects what is called. */
function show(answer: Findings | null) {
  const calls: string[] = []
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            calls.push(op.path)
            if (answer) observer.next({ result: { data: { ok: true, content: answer } } } as never)
            else
              observer.error(
                TRPCClientError.from({ error: { message: 'Broken.', code: -32603, data: { httpStatus: 500 } } }),
              )
            observer.complete()
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <FindingsCard feed={feed} hasUnsaved={false} />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return calls
}

it.each<[string, Partial<Findings>, string, string[]]>([
  [
    'no check yet',
    { state: 'none', checked: '', records: 0 },
    'We have not checked this feed’s records yet.',
    ['Checked'],
  ],
  ['a check at work', { state: 'pending' }, 'Checking the records…', []],
  ['no worker', { state: 'late' }, 'No worker has started the check. Look at Monitoring, then try again.', []],
  [
    'a check that failed',
    { state: 'failed' },
    'The last check failed. Try again. If it fails again, look at the worker’s log.',
    [],
  ],
  ['no record', { records: 0 }, 'This feed has sent no records yet.', ['The records look']],
  ['nothing noticed', {}, 'The records match the settings.', []],
  [
    'something noticed',
    { findings: [parcels] },
    'Some fields hold several parcel IDs.',
    ['The records look', '1 discarded'],
  ],
  ['all dismissed', { findings: [{ ...parcels, dismissed: true }] }, '1 discarded', ['The records look']],
  [
    'no name that we cannot read',
    { counts: [{ kind: 'unreadableNames', count: 0, of: 9_000, samples: [] }] },
    'We can read all 9,000 names.',
    ['cannot'],
  ],
  [
    'names that we cannot read',
    { counts: [{ kind: 'unreadableNames', count: 12, of: 9_000, samples: [] }] },
    'We cannot read 12 of 9,000 names. We compare them as a whole.',
    ['We can read'],
  ],
  [
    'one ID that does not fit, without alarm',
    { counts: [{ kind: 'parcelMask', count: 1, of: 80, samples: ['123-4'] }] },
    '123-4',
    ['1 discarded', 'Some parcel IDs', 'Discard'],
  ],
  ['the count of records', {}, 'Checked 11/22/2026 6:00 PM, 1,800 records.', []],
])('%s', async (_what, answer, text, absent) => {
  show({ ...done, ...answer })
  await screen.findByText(text)
  for (const other of absent) expect(screen.queryByText(new RegExp(other))).toBeNull()
})

it('says that the suggestions could not be loaded', async () => {
  show(null)
  await screen.findByText('We could not load the suggestions.', {}, { timeout: 60_000 })
})

it('asks for another check', async () => {
  const calls = show(done)
  fireEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  await expect.poll(() => calls).toContain('feeds.checkRecords')
})
