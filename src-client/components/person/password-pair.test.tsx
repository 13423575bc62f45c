import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
// @vitest-environment happy-dom
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { getFieldErrors } from '#client/lib/api/errors.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { messages } from '#shared/contract/messages.ts'
import { PasswordPair } from './password-pair.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const schema = z.object({ password: z.string(), passwordConfirm: z.string() })
type Values = z.infer<typeof schema>

function Sample() {
  const form = useAppForm<Values, Values>({ schema, defaultValues: { password: '', passwordConfirm: '' } })
  return (
    <Form form={form} onSubmit={async () => {}}>
      <PasswordPair label="New password" />
    </Form>
  )
}

const type = (password: string) => {
  render(<Sample />)
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  fireEvent.change(field, { target: { value: password } })
  return field
}
const characters = 'Must contain a letter, a number and a special character. Special characters are !@#$%^&'

it.each([
  ['nothing', '', ['-12', '-64', '-characters']],
  ['too little', 'Sun1!', ['-12', '+64', '+characters']],
  ['a good one', 'Sunshine1217!', ['+12', '+64', '+characters']],
  ['a hyphen', 'Sunshine-1217!', ['+12', '+64', 'xPlease remove “-”. Special characters are !@#$%^&']],
  ['too much', 'Sunshine1217!'.repeat(5), ['+12', 'x64 characters maximum.', '+characters']],
])('shows each rule as open, met, or broken with the cure, at %s', (_what, password, expected) => {
  type(password)
  const labels: Record<string, string> = { 12: 'At least 12 characters.', 64: '64 characters maximum.', characters }
  const shown = expected.map((item) => {
    const [mark, text = ''] = [item[0], item.slice(1)]
    return mark === 'x' ? text : `${labels[text]} (${mark === '+' ? 'met' : 'not met yet'})`
  })
  const rules = screen.getAllByRole('listitem')
  expect(rules.map((rule) => rule.textContent)).toEqual([
    ...shown,
    // Only the server knows.
    'We also check that it is not easy to guess.',
  ])
  const icons = { '-': 'lucide-minus', '+': 'lucide-check', x: 'lucide-x', i: 'lucide-info' }
  const drawn = [...expected.map((item) => item[0]), 'i']
  expect(rules.map((rule) => rule.querySelector('svg')?.classList[1])).toEqual(
    drawn.map((mark) => icons[mark as keyof typeof icons]),
  )
})

it('tells password managers the rules', () => {
  expect(type('').getAttribute('passwordrules')).toBe(
    'minlength: 12; maxlength: 64; required: lower; required: digit; required: [!@#$%^&]; allowed: upper;',
  )
})

it('marks the last rule as broken, with the cure, once the server found the password too easy', async () => {
  const refused = new TRPCClientError('', {
    result: { error: { data: { fields: { password: messages.commonPassword } } } } as never,
  })
  function Refused() {
    const form = useAppForm<Values, Values>({ schema, defaultValues: { password: '', passwordConfirm: '' } })
    return (
      <Form form={form} onSubmit={async () => getFieldErrors(refused)}>
        <PasswordPair label="New password" />
        <button type="submit">Save</button>
      </Form>
    )
  }
  render(<Refused />)
  const field = screen.getByLabelText('New password')
  fireEvent.change(field, { target: { value: 'Minnesota2026!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const cure = 'Too easy to guess. Put two unrelated words together, such as Teapot!Ladder47.'
  expect((await screen.findByText(cure)).previousElementSibling?.classList[1]).toBe('lucide-x')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: 'Teapot!Ladder4' } })
  await waitFor(() => expect(screen.queryByText(cure)).toBeNull())
})
