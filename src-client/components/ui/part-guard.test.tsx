// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { ResidentPage } from '../layout/resident-page.tsx'
import { Card } from './card.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
let broken = true
beforeEach(() => {
  broken = true
  // React and the guard log each failure.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Part() {
  if (broken) throw new Error('Broken.')
  return <p>The part</p>
}
const failed = 'We could not show this part of the page.'

it('a part that fails leaves the rest of the page usable, and can be tried again', async () => {
  render(
    <ResidentPage>
      <Card title="History">
        <Part />
      </Card>
      <Part />
      <p>Still here</p>
    </ResidentPage>,
  )
  expect(screen.getAllByText(failed)).toHaveLength(2)
  expect(screen.getByRole('heading', { name: 'History' })).toBeTruthy()
  expect(screen.getByText('Still here')).toBeTruthy()
  broken = false
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button)
  await waitFor(() => expect(screen.getAllByText('The part')).toHaveLength(2))
})

it('a dialog whose script does not load says so, offers to load the page again, and can be closed', async () => {
  const Lazy = lazyDialog<{ onClose: () => void }>(() => Promise.reject(new TypeError('Failed to fetch')))
  const onClose = vi.fn<() => void>()
  render(<Lazy onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Something went wrong' })
  // The browser would not ask for the script again.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  screen.getByRole('button', { name: 'Reload the page' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})
