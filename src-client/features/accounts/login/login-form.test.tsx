// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import { languageChoice } from '#client/lib/i18n/language-choice.ts'
import { type LoginValues, LoginForm } from './login-form.tsx'

beforeAll(() => {
  startTexts()
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(() => {
  cleanup()
  languageChoice.set('')
})

function submitted(choose?: string): LoginValues | undefined {
  const onSubmit = vi.fn<(credentials: LoginValues) => void>()
  render(<LoginForm languages={['ENGLISH', 'THAI']} pending={false} refusal={undefined} onSubmit={onSubmit} />)
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: ' ann.sample ' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  if (choose !== undefined) fireEvent.change(screen.getByLabelText('Language'), { target: { value: choose } })
  fireEvent.click(screen.getByRole('button', { name: 'Log In' }))
  return onSubmit.mock.calls[0]?.[0]
}

it.each([
  // An untouched select must not change the account's language.
  [undefined, ''],
  ['THAI', 'THAI'],
  ['ENGLISH', 'ENGLISH'],
])('with the language %j chosen it logs in with %j', (chosen, language) => {
  expect(submitted(chosen)).toEqual({ username: 'ann.sample', password: 'secret', language, sharedComputer: false })
})

it('tells the server that other people use the computer', () => {
  const onSubmit = vi.fn<(credentials: LoginValues) => void>()
  render(<LoginForm languages={[]} pending={false} refusal={undefined} onSubmit={onSubmit} />)
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'ann.sample' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByLabelText('This is a shared computer'))
  fireEvent.click(screen.getByRole('button', { name: 'Log In' }))
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ sharedComputer: true })
})

it('has no choice of language when only one is offered', () => {
  render(<LoginForm languages={['ENGLISH']} pending={false} refusal={undefined} onSubmit={() => {}} />)
  expect(screen.queryByLabelText('Language')).toBeNull()
})
