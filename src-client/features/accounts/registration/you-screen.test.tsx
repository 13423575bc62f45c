// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ScreenForm } from '#client/components/form/screen-form.tsx'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { county } from '#tests/fixtures/registration.tsx'
import { registrationSchema, type RegistrationValues } from './registration-values.ts'
import { screenFields, youParts } from './screens.ts'
import { useRegisterForm } from './use-register-form.ts'
import { YouParts } from './you-screen.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

/** The first step as one page. */
function Sample({ onNext, refused }: { onNext: (values: RegistrationValues) => void; refused?: string | undefined }) {
  const { form } = useRegisterForm(county)
  const [refusals, setRefusals] = useState(0)
  const submit = async () => {
    const passed = await form.trigger([...screenFields.you] as never)
    if (refused) form.setError('password', { type: 'server', message: refused })
    if (passed && !refused) onNext(registrationSchema.parse(form.getValues()))
    else setRefusals((count) => count + 1)
  }
  return (
    <ScreenForm form={form} refusals={refusals} onSubmit={submit}>
      <YouParts shown={youParts} titled={false} />
      <button type="submit">Next</button>
    </ScreenForm>
  )
}

const start = (refused?: string) => {
  const onNext = vi.fn<(values: RegistrationValues) => void>()
  render(<Sample onNext={onNext} refused={refused} />)
  return onNext
}
const labels = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
  first: 'First name',
  last: 'Last name',
  company: 'Company (optional)',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  phone: 'Phone',
} as const
type Name = keyof typeof labels
const field = (name: Name) => screen.getByLabelText<HTMLInputElement>(labels[name], { exact: true })

function type(name: Name, value: string): void {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.blur(field(name))
}

/** The texts that are tied to a field, without its help. */
const errorOf = (name: Name): string | undefined => {
  if (field(name).getAttribute('aria-invalid') !== 'true') return undefined
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
  return document.getElementById(ids.find((id) => id.endsWith('error')) ?? '')?.textContent ?? undefined
}

const special = 'Must contain a letter, a number and a special character. Special characters are !@#$%^&'
const long = (length: number) => 'a'.repeat(length)

describe('shows the error of a field when it is left', () => {
  it.each<[Name, string, string]>([
    ['username', '', 'Required.'],
    ['username', 'short', 'At least 8 characters long.'],
    ['username', long(51), 'Maximum 50 characters long.'],
    ['username', 'thessaly b', 'Letters, numbers, underscores, dots and @ only.'],
    ['username', '.thessaly', 'Must start with a letter or number.'],
    ['username', 'thessaly_', 'Must end with a letter or number.'],
    ['username', 'thess..aly', 'No two special characters in a row.'],
    ['email', '', 'Required.'],
    ['email', 'thessaly', 'Enter an email address such as name@example.com.'],
    ['email', `${long(45)}@b.example`, '50 characters max.'],
    ['password', '', 'Required.'],
    ['password', 'Short#1', 'At least 12 characters.'],
    ['password', `${long(64)}#1`, '64 characters maximum.'],
    ['password', 'onlylettershere', special],
    ['password', 'QuietMeadow 42!', 'Please remove a space. Special characters are !@#$%^&'],
    ['confirm', '', 'Required.'],
    ['confirm', 'QuietMeadow#42', 'Mismatched passwords.'],
    ['first', '   ', 'Required.'],
    ['first', long(31), '30 characters max.'],
    ['last', long(31), '30 characters max.'],
    ['company', long(61), '60 characters max.'],
    ['address', long(51), '50 characters max.'],
    ['city', long(51), '50 characters max.'],
    ['state', '', 'Required.'],
    ['zip', '123', '5-digit zip.'],
    ['zip', '5540a', '5-digit zip.'],
    ['phone', '555-0142', '(XXX) XXX-XXXX'],
  ])('%s %j: %s', async (name, value, text) => {
    start()
    // From another value, so that an empty one is a change.
    fireEvent.change(field(name), { target: { value: 'AL' } })
    type(name, value)
    await waitFor(() => expect(errorOf(name)).toBe(text))
  })

  it('removes the error as soon as it is corrected', async () => {
    start()
    type('username', 'short')
    await waitFor(() => expect(errorOf('username')).toBeDefined())
    fireEvent.change(field('username'), { target: { value: 'long.enough' } })
    await waitFor(() => expect(errorOf('username')).toBeUndefined())
  })
})

it('checks the confirmation again when the password changes', async () => {
  start()
  type('password', 'QuietMeadow#42')
  type('confirm', 'QuietMeadow#42')
  type('password', 'QuietMeadow#43')
  await waitFor(() => expect(errorOf('confirm')).toBe('Mismatched passwords.'))
  type('password', 'QuietMeadow#42')
  await waitFor(() => expect(errorOf('confirm')).toBeUndefined())
})

it('checks off the rules of a password as they are met', async () => {
  start()
  const rules = () => screen.getAllByText(/characters|special/i).filter(({ tagName }) => tagName === 'SPAN')
  const met = () => rules().map(({ textContent }) => textContent?.includes('(met)'))
  expect(met()).toEqual([false, false, false])
  fireEvent.change(field('password'), { target: { value: 'Quiet#4' } })
  await waitFor(() => expect(met()).toEqual([false, true, true]))
  fireEvent.change(field('password'), { target: { value: 'QuietMeadow#42' } })
  await waitFor(() => expect(met()).toEqual([true, true, true]))
})

it('keeps only digits of a zip and of an international phone while the reader types', () => {
  start()
  const typed = (name: Name, value: string) => {
    fireEvent.change(field(name), { target: { value } })
    return field(name).value
  }
  expect(typed('zip', '55111-1234')).toBe('55111')
  expect(typed('zip', '5511a')).toBe('5511')
  fireEvent.click(screen.getByRole('radio', { name: 'International' }))
  expect(typed('phone', '+44 20 7946 0958')).toBe('442079460958')
})

it('leaves the cursor of a zip where a letter was refused', () => {
  start()
  fireEvent.change(field('zip'), { target: { value: '55401' } })
  const input = field('zip') as HTMLInputElement
  // The browser's state after an x was typed behind the second digit.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '55x401')
  input.setSelectionRange(3, 3)
  fireEvent.input(input)
  expect([input.value, input.selectionStart]).toEqual(['55401', 2])
})

it('checks an international phone by its own rule', async () => {
  start()
  fireEvent.click(screen.getByRole('radio', { name: 'International' }))
  for (const [value, text] of [
    ['12345', 'Country code and phone number.'],
    ['44x20', 'Country code and phone number.'],
    ['1234567890123456', '15 characters max.'],
  ] as const) {
    type('phone', value)
    await waitFor(() => expect(errorOf('phone')).toBe(text))
  }
  type('phone', '+44 20 7946 0958')
  await waitFor(() => expect(errorOf('phone')).toBeUndefined())
  expect(field('phone').value).toBe('442079460958')
})

it('lists everything that is missing in one summary, in the order of the page', async () => {
  const onNext = start()
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  const summary = await screen.findByRole('alertdialog', { name: 'Please fix 10 things' })
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent?.split(':')[0]),
  ).toEqual([
    'First name',
    'Last name',
    'Address',
    'City',
    'Zip',
    'Email',
    'Phone',
    'Username',
    'Password',
    'Confirm password',
  ])
  expect(onNext).not.toHaveBeenCalled()
})

it('keeps the list above the form until the last problem is fixed', async () => {
  start()
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  const list = () => document.querySelector<HTMLElement>('[data-error-list]')
  const listed = () => within(list() as HTMLElement).queryAllByRole('link')
  await waitFor(() => expect(listed()).toHaveLength(10))
  for (const [name, value] of complete.slice(0, 8)) type(name, value)
  await waitFor(() => expect(listed().map((link) => link.textContent)).toEqual(['Zip: Required.', 'Phone: Required.']))
  fireEvent.click(listed()[1] as HTMLElement)
  expect(document.activeElement).toBe(field('phone'))
  for (const [name, value] of complete.slice(8)) type(name, value)
  await waitFor(() => expect(list()).toBeNull())
})

const complete: [Name, string][] = [
  ['username', ' thessaly.b '],
  ['email', 'thessaly@lantern-street.example'],
  ['password', 'QuietMeadow#42'],
  ['confirm', 'QuietMeadow#42'],
  ['first', 'Thessaly'],
  ['last', 'Brandvold'],
  ['address', '1 Lantern Street'],
  ['city', 'Alder'],
  ['zip', '55401-1234'],
  ['phone', '+1 612.555.0142'],
]

it('sends what was typed, trimmed and formatted, with the county’s state', async () => {
  const onNext = start()
  for (const [name, value] of complete) type(name, value)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(onNext).toHaveBeenCalled())
  expect(onNext.mock.calls[0]?.[0]).toMatchObject({
    username: 'thessaly.b',
    state: 'MN',
    zip: '55401',
    phone: '(612) 555-0142',
    phoneFormatType: 'STANDARD',
    company: '',
  })
})

it('shows what the server refuses at its field and keeps the typed text', async () => {
  start('Choose a less common password.')
  for (const [name, value] of complete) type(name, value)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('alertdialog', { name: 'Please fix 1 thing' })
  expect(errorOf('password')).toBe('Choose a less common password.')
  expect(field('last').value).toBe('Brandvold')
})

it('removes the error of a phone at its tenth digit, before the field is left', async () => {
  start()
  type('phone', '612')
  await waitFor(() => expect(errorOf('phone')).toBe('(XXX) XXX-XXXX'))
  fireEvent.change(field('phone'), { target: { value: '61255501' } })
  await waitFor(() => expect(errorOf('phone')).toBe('(XXX) XXX-XXXX'))
  fireEvent.change(field('phone'), { target: { value: '6125550199' } })
  await waitFor(() => expect(errorOf('phone')).toBeUndefined())
  fireEvent.blur(field('phone'))
  await waitFor(() => expect(field('phone').value).toBe('(612) 555-0199'))
  expect(errorOf('phone')).toBeUndefined()
})
