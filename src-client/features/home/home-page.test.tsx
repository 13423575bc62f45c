// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createTRPCClient } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { AppRouter } from '#server/routers/router.ts'
import { HomePage } from './home-page.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const home = {
  suppressions: [],
  stoppedAlerts: [],
  waiting: [],
  formerContacts: [],
  alertHistory: { records: [], recordTotal: 0 },
  unanswered: { records: [], total: 0, matched: 0, answered: 0 },
  possible: { matches: [], total: 0, open: 0 },
  lastRecords: { received: null, lateSince: null, isMatchingLate: false },
  latestNews: { paragraphs: [] },
  links: { paragraphs: [] },
  common: { contactPhone: '', contactEmail: '' },
  selections: { loginSlides: true, contactUs: false, disclaimer: false },
  numberOfSlides: 6,
}
const none = { active: 0, silent: 0, pending: 0, inactive: 0 }

it.each([
  ['explain the service to those who have no alert', none, true],
  ['are not shown to those who have one', { ...none, active: 1 }, false],
  ['nor to those whose alerts are all paused or inactive', { ...none, inactive: 1 }, false],
])('slides %s', async (_what, counts, areShown) => {
  const total = Object.values(counts).reduce((sum, count) => sum + count)
  const content = { ...home, myAlerts: { alerts: [], total, counts, unreached: { alerts: [], total: 0 } } }
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            if (op.path === 'home.all') observer.next({ result: { type: 'data', data: { content } } })
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <HomePage
          onAdd={() => {}}
          onAddHousehold={() => {}}
          alertsHref="/alerts"
          historyHref="/history"
          possibleHref="/possible"
        />
      </QueryClientProvider>
    </trpc.Provider>,
  )
  await screen.findByText('My Alerts')
  expect(screen.queryByRole('region', { name: 'About this service' }) !== null).toBe(areShown)
})
