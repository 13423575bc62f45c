// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { startTexts } from '#client/lib/i18n/i18n.ts'
import { getDraft, keepDraft } from '#client/lib/keep-draft.ts'
import { useBaseVersion } from './use-base-version.ts'

vi.mock('#client/lib/dialogs/prompts.ts', () => ({ showMessage: vi.fn() }))
beforeAll(startTexts)
beforeEach(() => vi.clearAllMocks())

const userId = 7
const typed = { name: 'Typed' }

async function load(answer: { data: { version: number }; error: Error | null }) {
  keepDraft('alert 1', userId, typed, 1)
  const found = { data: { version: 1 }, refetch: async () => answer }
  const { result } = renderHook(() => useBaseVersion('alert 1', userId, found))
  await act(() => result.current.reload())
  return result.current
}

it('starts over with the loaded version, and drops the typed text', async () => {
  expect(await load({ data: { version: 2 }, error: null })).toMatchObject({ baseVersion: 2, reloadCount: 1 })
  expect(getDraft('alert 1', userId)).toBeUndefined()
  expect(showMessage).not.toHaveBeenCalled()
})

it('keeps the typed text when loading fails, and says so', async () => {
  expect(await load({ data: { version: 1 }, error: new Error('no network') })).toMatchObject({
    baseVersion: 1,
    reloadCount: 0,
  })
  expect(getDraft('alert 1', userId)).toEqual(typed)
  expect(showMessage).toHaveBeenCalledExactlyOnceWith('WARNING', expect.stringContaining('An unexpected error'))
})

it('starts over when the record is loaded in another state, whatever was typed', () => {
  keepDraft('user 1', userId, typed, 1)
  const refetch = async () => ({ data: undefined, error: null })
  const { result, rerender } = renderHook(
    ({ version, state }) => useBaseVersion('user 1', userId, { data: { version }, refetch }, state),
    { initialProps: { version: 2, state: 'A' } },
  )
  expect(result.current.baseVersion).toBe(1)
  rerender({ version: 3, state: 'A' })
  expect(result.current.baseVersion).toBe(1)
  rerender({ version: 4, state: 'I' })
  expect(result.current.baseVersion).toBe(4)
})
