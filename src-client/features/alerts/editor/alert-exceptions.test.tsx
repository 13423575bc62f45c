// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, test, vi } from 'vitest'
import { prompts } from '#client/lib/dialogs/prompts.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { ExceptionView } from '#shared/contract/alert-exception.ts'
import { AlertExceptions } from './alert-exceptions.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(() => {
  cleanup()
  prompts.set([])
})

const added = '11/19/2026 10:42 AM'
const exceptions: ExceptionView[] = [
  { kind: 'middleName', value: 'ALBERT', written: 'ALBERT', added },
  { kind: 'coOwner', value: 'SMITH, MARY', written: 'MARY SMITH', added },
]

it('lists each exception with its day, and nothing if there is none', () => {
  const { container, rerender } = render(<AlertExceptions exceptions={exceptions} onRemove={() => {}} />)
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([`Middle name ALBERTSince ${added}Remove`, `Co-owner MARY SMITHSince ${added}Remove`])
  rerender(<AlertExceptions exceptions={[]} onRemove={() => {}} />)
  expect(container.textContent).toBe('')
})

test.each([
  [true, [exceptions[1]]],
  [false, []],
])('removes an exception only after the question is answered: %s', async (yes, removed) => {
  const onRemove = vi.fn<(exception: ExceptionView) => void>()
  render(<AlertExceptions exceptions={exceptions} onRemove={onRemove} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Co-owner MARY SMITH' }))
  const [prompt] = prompts.get()
  if (prompt?.kind !== 'question') throw new Error('No question.')
  expect(prompt.question.title).toContain('Co-owner MARY SMITH')
  expect(onRemove).not.toHaveBeenCalled()
  prompt.answer(yes)
  await waitFor(() => expect(prompts.get()).toEqual([]))
  expect(onRemove.mock.calls.flat()).toEqual(removed)
})
