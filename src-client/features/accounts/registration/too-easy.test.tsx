// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { DataProvider } from '#client/app/data-provider.tsx'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { RegistrationScreens } from './register-page.tsx'
import { county } from '#tests/fixtures/registration.ts'

const asked: string[] = []
beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
beforeEach(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const isQuestion = String(input).includes('judgePassword')
    if (isQuestion) asked.push(String(init?.body))
    const content = isQuestion ? { tooEasy: String(init?.body).includes('Minnesota') } : { properties: [], more: false }
    return Response.json([{ result: { data: { ok: true, message: '', content } } }])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value } })
}
const passwords = (value: string) => fill({ Password: value, 'Confirm password': value })

it('says at Next that the password is too easy to guess, and what would do, before the next step', async () => {
  const { hook, searchHook } = memoryLocation({ path: '/register' })
  render(
    <DataProvider>
      <Router hook={hook} searchHook={searchHook}>
        <RegistrationScreens start={county} />
      </Router>
    </DataProvider>,
  )
  fill({ 'First name': 'Thessaly', 'Last name': 'Brandvold', Address: '412 Larkspur Ln', City: 'Alder Falls' })
  fill({ Zip: '55810', Email: 'thessaly@example.org', Phone: '(612) 555-0142', Username: 'thessaly.b' })
  passwords('Minnesota2026!')
  const next = screen.getByRole('button', { name: /^Next/ })
  fireEvent.click(next)
  await screen.findByText('Too easy to guess. Put two unrelated words together, such as Teapot!Ladder47.')
  expect(screen.getByLabelText('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('heading', { name: /What should we watch/ })).toBeNull()
  expect(asked[0]).toContain('Thessaly')

  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  passwords('Teapot!Ladder47')
  fireEvent.click(next)
  await waitFor(() => expect(screen.getByRole('heading', { name: /What should we watch/ })).toBeTruthy())
})
