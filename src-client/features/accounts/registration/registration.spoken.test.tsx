// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { fillFields, renderRegistration } from '#tests/fixtures/registration.tsx'
import { pressKey, startTranscript, stopTranscript, typeText } from '#tests/helpers/screen-reader.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
beforeEach(() => {
  const property = { parcelId: '17-03-088-012', address: '41 LARK ST', city: 'ALDER FALLS', zip: '55810' }
  // The search knows one property, which is not at her address; the sign-up succeeds.
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const isSearch = String(input).includes('findProperty')
    const properties = String(init?.body).includes('41 lark') ? [property] : []
    const content = isSearch ? { content: { properties, more: false } } : {}
    return Response.json([{ result: { data: { ok: true, message: '', ...content } } }])
  })
  // A phone, with one decision a screen.
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(new EventTarget(), { matches: true }) as MediaQueryList)
})
afterEach(async () => {
  await stopTranscript()
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The wait before a search, and its answer. */
const search = 800
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('speaks each screen of a registration', async () => {
  renderRegistration()
  const { step, readPage, compareWith } = await startTranscript()
  await readPage('The first screen')
  await step('Next, with nothing typed', () => press('Next'), 200)
  await step('OK', () => press('OK'), 100)
  fillFields({ 'First name': 'Thessaly', 'Last name': 'Brandvold' })
  await step('Next, with a name', () => press('Next'), 200)
  await readPage('The address')
  fillFields({ Address: '412 Larkspur Ln', City: 'Alder Falls', Zip: '55810' })
  await step('Next, with an address', () => press('Next'), 200)
  await readPage('How we reach her')
  fillFields({ Email: 't.brandvold@example.org', Phone: '(612) 555-0142' })
  await step('Next, with email and phone', () => press('Next'), 200)
  fillFields({ Username: 'thessaly.b', Password: 'Quiet-Meadow', 'Confirm password': 'Quiet-Meadow' })
  await readPage('The login, with a hyphen in the password')
  fillFields({ Password: 'QuietMeadow#42', 'Confirm password': 'QuietMeadow#42' })
  await step('Next, with a login', () => press('Next'), 200)
  await readPage('What to watch')
  await step('My property', () => fireEvent.click(screen.getByRole('checkbox', { name: 'My property' })), search)
  await step('The box', () => screen.getByRole('combobox').focus())
  await step('She types 41 lark', () => typeText(screen.getByRole('combobox'), '41 lark'), search)
  await step('Down', () => pressKey('ArrowDown'))
  await step('Enter', () => pressKey('Enter'))
  fireEvent.click(screen.getByRole('checkbox', { name: /I agree to get emails/ }))
  await step('Register', () => press('Register'), 500)
  await readPage('Where the link went')
  await compareWith('registration.spoken.txt')
})
