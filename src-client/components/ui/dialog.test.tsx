// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { PromptHost } from '#client/components/dialogs/prompt-host.tsx'
import { ToastHost } from '#client/components/dialogs/toast-host.tsx'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { Dialog } from './dialog.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

function Sample() {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Opener
      </button>
      <button type="button">Next</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Alert Setup" changed={text !== ''}>
        <input aria-label="Nickname" value={text} onChange={(event) => setText(event.target.value)} />
      </Dialog>
      <PromptHost />
    </>
  )
}

function openDialog(): HTMLElement {
  render(<Sample />)
  const opener = screen.getByText('Opener')
  opener.focus()
  fireEvent.click(opener)
  return opener
}

it('closes immediately when nothing was changed, and returns the focus', async () => {
  const opener = openDialog()
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Alert Setup' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('leaves the focus of a reader who has moved on since it closed', async () => {
  vi.useFakeTimers()
  try {
    const opener = openDialog()
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'Alert Setup' }), { key: 'Escape' })
    // Immediately: no timer has run yet.
    await Promise.resolve()
    expect(document.activeElement).toBe(opener)
    const next = screen.getByText('Next')
    next.focus()
    vi.runAllTimers()
    expect(document.activeElement).toBe(next)
  } finally {
    vi.useRealTimers()
  }
})

it('asks before it discards typed text, and keeps it when the reader stays', async () => {
  openDialog()
  fireEvent.change(screen.getByLabelText('Nickname'), { target: { value: 'My name' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('My name')

  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('moves to its last stop by Shift+Tab, from its title and from the box', () => {
  openDialog()
  const box = screen.getByRole('dialog', { name: 'Alert Setup' })
  const back = () => fireEvent.keyDown(document.activeElement ?? box, { key: 'Tab', shiftKey: true })
  const last = screen.getByLabelText('Nickname')
  for (const before of [screen.getByRole('heading', { name: 'Alert Setup' }), box]) {
    before.focus()
    expect(back()).toBe(false)
    expect(document.activeElement).toBe(last)
  }
  // From there on the browser handles Tab correctly.
  expect(back()).toBe(true)
})

it('closes alone by Escape when a toast appeared meanwhile; the next press closes the toast', async () => {
  const opener = openDialog()
  render(<ToastHost />)
  act(() => showToast('The number is verified.'))
  const toast = screen.getByText('The number is verified.')
  const press = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  press()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toast.isConnected).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(opener))
  press()
  await waitFor(() => expect(toast.isConnected).toBe(false))
})
