// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { dropAllDrafts } from '#client/lib/drafts.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { Profile, UserDetails } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { RequiredDetails } from '#shared/domain/user/user.ts'
import { ProfileForm } from './profile-form.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  dropAllDrafts()
})

const profile: Profile = {
  username: 'thessaly.b',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  company: '',
  address: '1 Lantern Street',
  city: 'Alder Falls',
  state: 'MN',
  zip: '55401',
  email: 'thessaly@lantern-street.example',
  pendingEmail: '',
  alertsByEmail: 0,
  alertsByPhone: 0,
  phoneFormatType: 'STANDARD',
  phone: '(612) 555-0142',
}

type Save = (details: UserDetails) => Promise<FieldProblems | void>

function show({
  needed = 'everything',
  of = profile,
  userId = 1,
}: {
  needed?: RequiredDetails
  of?: Profile
  userId?: number
}) {
  const onSubmit = vi.fn<Save>(async () => {})
  const acts = { onChangePassword: vi.fn(), onClose: vi.fn(), onDropEmail: vi.fn(), droppingEmail: false }
  render(<ProfileForm profile={of} needed={needed} userId={userId} onSubmit={onSubmit} {...acts} />)
  return { onSubmit, ...acts }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const update = () => fireEvent.click(screen.getByRole('button', { name: 'Update' }))

it('shows the profile, and sends it with the changes', async () => {
  const { onSubmit } = show({})
  expect(screen.getByText('Username: thessaly.b')).toBeTruthy()
  expect(field('State').value).toBe('MN')
  type('City', ' Quarry ')
  update()
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  const {
    username: _username,
    pendingEmail: _pending,
    alertsByEmail: _email,
    alertsByPhone: _phone,
    ...details
  } = profile
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ ...details, city: 'Quarry', moveAlerts: true, moveTexts: false })
})

it('requires every field of a resident', async () => {
  const { onSubmit } = show({})
  for (const label of ['Address', 'City', 'Zip', 'Phone']) type(label, '')
  update()
  await screen.findByRole('alertdialog', { name: 'Please fix 4 things' })
  expect(onSubmit).not.toHaveBeenCalled()
})

it('requires only a name and an email of staff', async () => {
  const { onSubmit } = show({
    needed: 'name and email',
    of: { ...profile, address: '', city: '', state: '', zip: '', phone: '' },
  })
  update()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
})

it('names the new email that waits for confirmation', () => {
  show({ of: { ...profile, pendingEmail: 'new@lantern-street.example' } })
  expect(screen.getByText('new@lantern-street.example').tagName).toBe('B')
})

it('asks with a new phone whether texts should go there too, unchecked', async () => {
  const { onSubmit } = show({ of: { ...profile, alertsByPhone: 1 } })
  const question = 'Send your text alerts there too? (1 alert)'
  expect(screen.queryByLabelText(question)).toBeNull()
  // Asked while the reader types, before the field is left, which formats it.
  type('Phone', '6125550199')
  const checkbox = await screen.findByLabelText<HTMLInputElement>(question)
  expect(checkbox.checked).toBe(false)
  expect(screen.getByText(/^I agree to get text messages/)).toBeTruthy()
  fireEvent.click(checkbox)
  fireEvent.blur(field('Phone'))
  update()
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ phone: '(612) 555-0199', moveTexts: true }))
})

it('links to Change Password', () => {
  const { onChangePassword } = show({})
  fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
  expect(onChangePassword).toHaveBeenCalledOnce()
})

it('restores what the same reader typed, and nothing from other readers', async () => {
  show({})
  type('City', 'Quarry')
  await waitFor(() => expect(field('City').value).toBe('Quarry'))
  cleanup()
  show({})
  await screen.findByText(/We kept what you typed\./)
  expect(field('City').value).toBe('Quarry')
  cleanup()
  show({ userId: 2 })
  expect(field('City').value).toBe('Alder Falls')
})

it('discards what was typed when the reader starts over', async () => {
  show({})
  type('City', 'Quarry')
  await waitFor(() => expect(field('City').value).toBe('Quarry'))
  cleanup()
  show({})
  fireEvent.click(await screen.findByRole('button', { name: 'Start over' }))
  expect(field('City').value).toBe('Alder Falls')
  expect(screen.queryByText(/We kept what you typed/)).toBeNull()
  cleanup()
  show({})
  expect(field('City').value).toBe('Alder Falls')
})

it('names the new email that waits for confirmation, and offers to keep the old one', () => {
  const { onDropEmail } = show({ of: { ...profile, pendingEmail: 'new@lantern-street.example' } })
  expect(screen.getByText('new@lantern-street.example')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Keep my old email' }))
  expect(onDropEmail).toHaveBeenCalledOnce()
})
