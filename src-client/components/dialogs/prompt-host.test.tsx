// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ask, blockWhile, prompts, showMessage } from '#client/lib/dialogs/prompts.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { PromptHost } from './prompt-host.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  prompts.set([])
})

const question = { title: 'Delete Alert My name?', detail: 'Its history stays.', yes: 'Yes, delete', destructive: true }

function openerOnPage(): HTMLElement {
  render(
    <>
      <button type="button">Opener</button>
      <PromptHost />
    </>,
  )
  const opener = screen.getByText('Opener')
  opener.focus()
  return opener
}

it('asks with the prompt as title and the focus on No, and returns the focus afterward', async () => {
  const opener = openerOnPage()
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = ask(question)
  })
  expect(screen.getByRole('alertdialog', { name: 'Delete Alert My name?' })).toBeTruthy()
  const no = screen.getByRole('button', { name: 'No' })
  await waitFor(() => expect(document.activeElement).toBe(no))
  fireEvent.click(no)
  await expect(answer).resolves.toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('does not ask the same question twice at the same time', async () => {
  openerOnPage()
  let answers: Promise<boolean>[] = []
  act(() => {
    answers = [ask(question), ask({ ...question })]
  })
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  await expect(answers[1]).resolves.toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, delete' }))
  await expect(answers[0]).resolves.toBe(true)
})

it('answers yes when Yes is pressed', async () => {
  openerOnPage()
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = ask(question)
  })
  fireEvent.click(screen.getByRole('button', { name: 'Yes, delete' }))
  await expect(answer).resolves.toBe(true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('answers no when Escape is pressed', async () => {
  openerOnPage()
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = ask(question)
  })
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' })
  await expect(answer).resolves.toBe(false)
})

it.each(['OK', 'WARNING', 'INFO'] as const)("shows a server's message as %s until it is closed", async (level) => {
  openerOnPage()
  let closed: Promise<void> | undefined
  act(() => {
    closed = showMessage(level, 'That address is already in use.')
  })
  const dialog = screen.getByRole('alertdialog', { name: `${level}: That address is already in use.` })
  expect(dialog.querySelector('p')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await closed
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

const long = `We sent the link. ${'It works for four hours, on any device, and only once. '.repeat(4).trim()}`
it.each([
  [long, 'We sent the link.', long.slice('We sent the link. '.length)],
  ['Two lines.\nThe second.', 'Two lines.', 'The second.'],
  ['Saved.  We emailed a link.', 'Saved.  We emailed a link.', undefined],
])('puts the first sentence of a long message in the title and the rest below: %j', (text, title, rest) => {
  openerOnPage()
  act(() => void showMessage('OK', text))
  expect(screen.getByRole('alertdialog').querySelector('h2')?.textContent).toBe(`OK: ${title}`)
  expect(screen.getByRole('alertdialog').querySelector('p')?.textContent).toBe(rest)
})

it('blocks the page while a slow action runs, and returns its result', async () => {
  vi.useFakeTimers()
  try {
    const opener = openerOnPage()
    const act1 = Promise.withResolvers<string>()
    let answer: Promise<string> | undefined
    act(() => {
      answer = blockWhile('Deleting…', act1.promise)
    })
    act(() => void vi.advanceTimersByTime(299))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    const dialog = screen.getByRole('alertdialog', { name: 'Deleting…' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(screen.queryByRole('alertdialog')).toBe(dialog)
    act1.resolve('Alert deleted.')
    await act(async () => expect(await answer).toBe('Alert deleted.'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    act(() => void vi.runAllTimers())
    expect(document.activeElement).toBe(opener)
  } finally {
    vi.useRealTimers()
  }
})

it('unblocks the page when the action fails', async () => {
  openerOnPage()
  await act(async () =>
    expect(await blockWhile('Deleting…', Promise.reject(new Error('refused'))).catch(String)).toBe('Error: refused'),
  )
  expect(prompts.get()).toEqual([])
})
