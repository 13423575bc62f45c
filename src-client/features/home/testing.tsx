import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { noProperties } from '#shared/contract/record-property.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { AppRouter } from '#server/routers/router.ts'
import type { NoticeView } from '#client/features/notices/public.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { UnansweredRecords } from './unanswered-records.tsx'
import type { Unanswered } from './waiting-record.tsx'

const notice = (id: number, change: Partial<NoticeView> = {}): NoticeView => ({
  channel: 'EMAIL',
  target: 'wren@example.org',
  documentIdentifier: `2026-01884${id}`,
  documentDescription: 'Quit Claim Deed',
  explanation: null,
  recordedTimestampFormatted: '11/19/2026 10:42 AM',
  documentUrl: '',
  restricted: false,
  parties: { first: [], more: 0 },
  parcels: { first: [], more: 0 },
  ...noProperties,
  properties: [makeProperty('17-03', `${id} Elm St`, 'Lot 4')],
  parcelQuestion: null,
  alerts: [],
  answer: null,
  answeredElsewhere: false,
  answerOfOthers: null,
  unsubscribed: false,
  narrowing: { needsLogin: false, readerId: null, alerts: [] },
  ...change,
})
/** A record that waits for an answer; its property is '{id} Elm St'. */
export const asked = (
  id: number,
  change: Partial<NoticeView> = {},
  state: Partial<Unanswered['records'][number]> = {},
) => ({
  id,
  token: `t${id}`,
  noticePath: `/home/notice/${id}`,
  notice: notice(id, change),
  isRevised: false,
  isUndelivered: false,
  ...state,
})

/** Renders the cards. `calls` are theirs; every answer is taken. */
export function renderCards(records: Unanswered['records']) {
  const calls: { path: string; input: unknown }[] = []
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            calls.push({ path: op.path, input: op.input })
            const { token, answer = null } = op.input as { token: string; answer?: NoticeAnswer }
            const found = records.find((record) => record.token === token)
            if (!found) throw new Error(`No record has ${token}.`)
            observer.next({ result: { type: 'data', data: { content: { ...found.notice, answer } } } })
            observer.complete()
          }),
    ],
  })
  const page = (shown: Unanswered['records'], total = shown.length) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <UnansweredRecords
          records={shown}
          total={total}
          matched={total}
          answered={0}
          historyHref="/home?show=history"
        />
      </QueryClientProvider>
    </trpc.Provider>
  )
  const { rerender } = render(page(records))
  return { calls, show: (shown: Unanswered['records'], total?: number) => rerender(page(shown, total)) }
}
