// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { unanswered } from '#client/lib/api/submit.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
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

const many = z.object(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, schema.shape.name])))

/** A form so long that its invalid fields may be out of sight. */
function LongSample() {
  const form = useAppForm<Record<string, string>, Record<string, string>>({
    schema: many,
    defaultValues: { a: '', b: 'B', c: '', d: 'D', e: 'E' },
  })
  return (
    <Form form={form} onSubmit={async () => {}}>
      {Object.keys(many.shape).map((name) => (
        <TextField key={name} name={name} label={`Field ${name}`} />
      ))}
      <button type="submit">Done</button>
    </Form>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

it('lists the invalid fields in one dialog, and closing it focuses the first', async () => {
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

it('keeps the list above a long form until its last problem is fixed', async () => {
  const { container } = render(<LongSample />)
  const left = () => [...container.querySelectorAll('[data-error-list] a')].map((link) => link.textContent)
  expect(left()).toEqual([])
  fireEvent.click(screen.getByText('Done'))
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(left()).toEqual(['Field a: Required.', 'Field c: Required.']))
  const [second] = container.querySelectorAll<HTMLElement>('[data-error-list] li:last-child a')
  if (second) fireEvent.click(second)
  expect(document.activeElement).toBe(field('Field c'))
  for (const [name, rest] of [
    ['Field c', ['Field a: Required.']],
    ['Field a', []],
  ] as const) {
    fireEvent.change(field(name), { target: { value: 'x' } })
    fireEvent.blur(field(name))
    await waitFor(() => expect(left()).toEqual(rest))
  }
})

it('has no such list above a short form', async () => {
  const { container } = render(<Sample onSubmit={async () => {}} />)
  fireEvent.click(screen.getByText('Done'))
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(container.querySelector('[data-error-list]')).toBeNull()
})

it('says in the form that a submit got no answer, keeps the typed text, and submits again with the same button', async () => {
  const answers = [{ [unanswered]: 'No answer. What you typed is kept.' }, undefined]
  const onSubmit = vi.fn<(values: Values) => Promise<FieldProblems | void>>(async () => answers.shift())
  render(<Sample onSubmit={onSubmit} />)
  fireEvent.change(field('Alert Nickname'), { target: { value: 'My name' } })
  fireEvent.change(field('Mobile phone'), { target: { value: '(612) 555-0142' } })
  fireEvent.click(screen.getByText('Done'))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toBe('No answer. What you typed is kept.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(field('Alert Nickname').value).toBe('My name')
  fireEvent.click(screen.getByText('Done'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

it('says as soon as the network is lost that the typed text is kept, and stops saying so when it is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  render(<Sample onSubmit={async () => {}} />)
  const go = (state: boolean) => {
    onLine.mockReturnValue(state)
    fireEvent(window, new Event(state ? 'online' : 'offline'))
  }
  go(false)
  // Nothing was typed, so nothing is kept.
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.change(field('Alert Nickname'), { target: { value: 'My name' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('You are offline. What you typed is kept.'))
  go(true)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  onLine.mockRestore()
})

it('focuses the field chosen in the summary, and connects help and error to it', async () => {
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

it('shows errors from the server in the same way and keeps the typed text', async () => {
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
])('formats the last field before %s submits it', async (_how, begin) => {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>(async () => {})
  render(<Sample onSubmit={onSubmit} />)
  fireEvent.change(field('Alert Nickname'), { target: { value: 'My name' } })
  fireEvent.change(field('Mobile phone'), { target: { value: '612 555 0142' } })
  begin()
  fireEvent.click(screen.getByText('Done'))
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'My name', phone: '(612) 555-0142' }))
  fireEvent.pointerUp(document)
})
