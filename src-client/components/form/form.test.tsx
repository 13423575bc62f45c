// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { Form } from './form.tsx'
import { PhoneField, TextField } from './text-field.tsx'
import { useAppForm } from './use-app-form.ts'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const schema = z.object({
  name: z.string().trim().min(1, 'Required.'),
  phone: z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, '(XXX) XXX-XXXX'),
})
type Values = z.infer<typeof schema>

function Sample({ onSubmit }: { onSubmit: (values: Values) => Promise<FieldProblems | void> }) {
  const form = useAppForm<Values, Values>({ schema, defaultValues: { name: '', phone: '' } })
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextField name="name" label="Alert Nickname" help="Helps you tell alerts apart." />
      <PhoneField name="phone" label="Mobile phone" />
      <button type="submit">Done</button>
    </Form>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

it('names the invalid fields in one summary, and closing it goes to the first', async () => {
  render(<Sample onSubmit={async () => {}} />)
  fireEvent.click(screen.getByText('Done'))
  const summary = await screen.findByRole('alertdialog', { name: 'Please fix 2 things' })
  expect([...summary.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
    'Alert Nickname: Required.',
    'Mobile phone: (XXX) XXX-XXXX',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(document.activeElement).toBe(field('Alert Nickname')))
})

it('goes to the field chosen in the summary, and ties help and error to it', async () => {
  render(<Sample onSubmit={async () => {}} />)
  fireEvent.click(screen.getByText('Done'))
  fireEvent.click(await screen.findByRole('link', { name: /Mobile phone/ }))
  await waitFor(() => expect(document.activeElement).toBe(field('Mobile phone')))
  const described = field('Alert Nickname').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Helps you tell alerts apart.',
    'Required.',
  ])
})

it('shows what the server refuses the same way and keeps what was typed', async () => {
  render(<Sample onSubmit={async () => ({ phone: 'Duplicate phone.' })} />)
  fireEvent.change(field('Alert Nickname'), { target: { value: 'My name' } })
  fireEvent.change(field('Mobile phone'), { target: { value: '612 555 0142' } })
  fireEvent.blur(field('Mobile phone'))
  expect(field('Mobile phone').value).toBe('(612) 555-0142')
  fireEvent.click(screen.getByText('Done'))
  const summary = await screen.findByRole('alertdialog', { name: 'Please fix 1 thing' })
  expect(summary.textContent).toContain('Mobile phone: Duplicate phone.')
  expect(field('Alert Nickname').value).toBe('My name')
})

it.each([
  ['Enter', () => fireEvent.keyDown(field('Mobile phone'), { key: 'Enter' })],
  [
    'a press',
    () => {
      fireEvent.pointerDown(screen.getByText('Done'))
      fireEvent.blur(field('Mobile phone'))
    },
  ],
])('tidies the last field before %s submits it', async (_how, begin) => {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(async () => {})
  render(<Sample onSubmit={onSubmit} />)
  fireEvent.change(field('Alert Nickname'), { target: { value: 'My name' } })
  fireEvent.change(field('Mobile phone'), { target: { value: '612 555 0142' } })
  begin()
  fireEvent.click(screen.getByText('Done'))
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'My name', phone: '(612) 555-0142' }))
  fireEvent.pointerUp(document)
})
