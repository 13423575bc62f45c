// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { AppRouter } from '#server/router.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { queryClient, trpc } from '#client/lib/api/trpc.ts'
import { ConfirmPhonePage } from './confirm-phone-page.tsx'

type Sent = { ticket: string; code?: string }
/** What the server answers: nothing where it confirms. */
const server = vi.fn<(sent: Sent) => Error | undefined>()

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
beforeEach(() => {
  server.mockReset()
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable((answer) => {
            const error = server(op.input as Sent)
            if (error) return answer.error(TRPCClientError.from<AppRouter>(error))
            answer.next({ result: { data: { content: { target: '(612) 555-0142', alerts: [] } } } })
            answer.complete()
          }),
    ],
  })
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Router hook={memoryLocation({ path: '/ConfirmPhone/a-ticket' }).hook}>
          <Route path="/ConfirmPhone/:ticket" component={ConfirmPhonePage} />
        </Router>
      </QueryClientProvider>
    </trpc.Provider>,
  )
})
afterEach(cleanup)

const refusal = (message: string, fields?: { code: string }) =>
  TRPCClientError.from<AppRouter>({
    error: { code: -32_600, message, data: { httpStatus: 400, ...(fields && { fields }) } },
  } as never)
const wrongCode = refusal('Not our code.', { code: 'Not our code.' })
const field = () => screen.getByLabelText<HTMLInputElement>('Or type the six-digit code from the text')
const type = (code: string) => fireEvent.change(field(), { target: { value: code } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const done = () => screen.findByRole('heading', { name: 'Your phone is verified' })

it('confirms with one press, without a code', async () => {
  type('12')
  press('Confirm')
  await done()
  expect(server.mock.calls).toEqual([[{ ticket: 'a-ticket' }]])
})

it.each<[string, () => void]>([
  ['its button', () => press('Confirm with the code')],
  ['Enter', () => fireEvent.keyDown(field(), { key: 'Enter' })],
])('sends the code with the link by %s', async (_by, send) => {
  expect([field().inputMode, field().autocomplete]).toEqual(['numeric', 'one-time-code'])
  type('482 913')
  send()
  await done()
  expect(server.mock.calls).toEqual([[{ ticket: 'a-ticket', code: '482 913' }]])
})

it('says aloud that a code is wrong, each time, with the focus on the field', async () => {
  server.mockReturnValue(wrongCode)
  for (let times = 1; times <= 2; times++) {
    type('000000')
    press('Confirm with the code')
    expect((await screen.findByRole('alert')).textContent).toBe('Not our code.')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(server).toHaveBeenCalledTimes(times)
    field().blur()
  }
  server.mockReturnValue(undefined)
  press('Confirm')
  await done()
})

it('asks for the digits where none are typed, and does not confirm by the link alone', () => {
  press('Confirm with the code')
  expect(screen.getByRole('alert').textContent).toBe('Enter the six digits of the code.')
  expect(document.activeElement).toBe(field())
  expect(server).not.toHaveBeenCalled()
})

it.each(['Confirm', 'Confirm with the code'])('ends where the link itself is refused: %s', async (button) => {
  server.mockReturnValue(refusal('This link has expired.'))
  type('482913')
  press(button)
  await screen.findByRole('heading', { name: 'Unable to verify phone' })
  expect(screen.getByRole('alert').textContent).toBe('This link has expired.')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('can be tried again where the call itself failed', async () => {
  server.mockReturnValueOnce(new Error('Failed to fetch'))
  press('Confirm')
  await screen.findByRole('alert')
  expect(field().getAttribute('aria-invalid')).toBeNull()
  press('Confirm')
  await done()
})
