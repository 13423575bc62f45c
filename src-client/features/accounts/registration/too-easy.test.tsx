// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { fillFields, renderRegistration } from '#tests/fixtures/registration.tsx'

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

const passwords = (value: string) => fillFields({ Password: value, 'Confirm password': value })

it('says at Next, before the next step, that the password is too easy to guess, and the cure', async () => {
  renderRegistration()
  fillFields({ 'First name': 'Thessaly', 'Last name': 'Brandvold', Address: '412 Larkspur Ln', City: 'Alder Falls' })
  fillFields({ Zip: '55810', Email: 'thessaly@example.org', Phone: '(612) 555-0142', Username: 'thessaly.b' })
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
