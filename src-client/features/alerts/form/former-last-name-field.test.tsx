// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { GradeCounts } from '#shared/contract/alert-view.ts'
import { FormerLastNameField } from './former-last-name-field.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

function Alert({ formerLastName = '', added }: { formerLastName?: string; added?: GradeCounts | undefined }) {
  const form = useForm({ defaultValues: { formerLastName } })
  const value = useWatch({ control: form.control, name: 'formerLastName' })
  return (
    <FormProvider {...form}>
      <FormerLastNameField added={added} />
      <output>{value}</output>
    </FormProvider>
  )
}

const written = () => screen.getByRole('status').textContent
const add = () => screen.getByRole('button', { name: '+ Add a former last name' })
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Former last name/ })

it('opens on demand with the focus in it, and gives the focus back once it is removed', () => {
  render(<Alert />)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).not.toBe(add())
  fireEvent.click(add())
  expect(document.activeElement).toBe(field())
  fireEvent.change(field(), { target: { value: 'Farrow' } })
  expect(written()).toBe('Farrow')
  fireEvent.click(screen.getByRole('button', { name: 'Remove the former last name' }))
  expect(written()).toBe('')
  expect(document.activeElement).toBe(add())
})

it('is there from the start where the alert has one, and stays while it is cleared', () => {
  render(<Alert formerLastName="Farrow" />)
  expect(field().value).toBe('Farrow')
  expect(document.activeElement).not.toBe(field())
  field().focus()
  fireEvent.change(field(), { target: { value: '' } })
  expect(field().value).toBe('')
})

it('says how many records it adds, once they are counted', () => {
  const { rerender } = render(<Alert formerLastName="Farrow" />)
  expect(screen.queryByText(/adds/)).toBeNull()
  for (const [certain, likely, note] of [
    [0, 0, 'adds no records'],
    [1, 0, 'adds 1 record'],
    [12, 0, 'adds 12 records'],
    [12, 1, 'adds 12 certain, 1 likely'],
  ] as const) {
    rerender(<Alert formerLastName="Farrow" added={{ CERTAIN: certain, LIKELY: likely, POSSIBLE: 0 }} />)
    expect(screen.getByText(new RegExp(`${note}$`))).toBeTruthy()
  }
})
