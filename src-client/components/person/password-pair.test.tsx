// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
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

it('lists every rule, the one that only the server can judge too, and states them to what makes up passwords', () => {
  render(<Sample />)
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  fireEvent.change(field, { target: { value: 'Sunshine1217!' } })
  expect(screen.getAllByRole('listitem').map((rule) => rule.textContent)).toEqual([
    'At least 12 characters. (met)',
    '64 characters maximum. (met)',
    'Must contain a letter, a number and a special character. Special characters are !@#$%^& (met)',
    '•Not a common password, the username or the county’s name.',
  ])
  expect(field.getAttribute('passwordrules')).toBe(
    'minlength: 12; maxlength: 64; required: lower; required: digit; required: [!@#$%^&]; allowed: upper;',
  )
})
