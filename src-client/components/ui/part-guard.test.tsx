// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { ResidentPage } from '../layout/resident-page.tsx'
import { Card } from './card.tsx'
import { Dialog } from './dialog.tsx'
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

it('a dialog whose script does not load says so, loads it again on demand, and can be closed', async () => {
  const Loaded = ({ name, onClose }: { name: string; onClose: () => void }) => (
    <Dialog open title={name} onClose={onClose}>
      <Part />
    </Dialog>
  )
  const load = vi.fn<() => Promise<typeof Loaded>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValue(Loaded)
  const Lazy = lazyDialog(load)
  const onClose = vi.fn<() => void>()
  render(<Lazy name="My Alerts" onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Something went wrong' })
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('dialog', { name: 'My Alerts' })
  expect(screen.getByText('The part')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})
