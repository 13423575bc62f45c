// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { afterPointerUp } from './after-pointer-up.ts'

const pointer = (type: string) => document.dispatchEvent(new Event(type))

it('acts immediately while nothing is pressed', () => {
  const act = vi.fn()
  afterPointerUp(act)
  expect(act).toHaveBeenCalledOnce()
})

it.each(['pointerup', 'pointercancel'])('waits for the end of a press: %s', async (end) => {
  const act = vi.fn()
  pointer('pointerdown')
  afterPointerUp(act)
  expect(act).not.toHaveBeenCalled()
  pointer(end)
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce(), { timeout: 60_000 })
})
