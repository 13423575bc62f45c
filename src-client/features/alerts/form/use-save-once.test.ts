// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { TRPCClientError } from '@trpc/client'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { Criteria } from '#shared/contract/alert.ts'
import { useSaveOnce } from './use-save-once.ts'

type Asked = { criteria: string; name?: string | undefined }

/** The alerts that the server has, and the queries of the form. */
const server = vi.hoisted(() => ({ alerts: new Map<string, { id: number; name: string }>() }))
const find = ({ criteria, name }: Asked) => {
  const found = server.alerts.get(criteria)
  return { content: found && (name === undefined || name === found.name) ? found : null }
}
vi.mock('#client/lib/api/trpc.ts', () => ({
  trpc: { useUtils: () => ({ userView: { sameAlert: { fetch: async (asked: Asked) => find(asked) } } }) },
}))
vi.mock('#client/lib/dialogs/prompts.ts', () => ({ ask: vi.fn() }))

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
beforeEach(() => {
  server.alerts.clear()
  vi.mocked(ask).mockReset().mockResolvedValue(true)
})

const written = (lastName: string, name = lastName) => ({
  name,
  criteria: { alertType: 'NAME', firstName: 'Ada', lastName } as Criteria,
})
const unanswered = TRPCClientError.from(new TypeError('Failed to fetch'))
const refused = TRPCClientError.from({ error: { code: -32_600, message: 'No.', data: { httpStatus: 400 } } } as never)
const recover = (ids: number[]) => `was saved as ${ids.join(' and ')}`

const start = () => renderHook(() => useSaveOnce()).result.current
/** A save that stores its alert, and then may lose its answer. */
const storing =
  (id: number, lastName: string, error?: Error, name = lastName) =>
  async () => {
    server.alerts.set(`Ada ${lastName}`, { id, name })
    if (error) throw error
    return `saved as ${id}`
  }

test('saves, and asks first if an alert has the same criteria', async () => {
  const saveOnce = start()
  expect(await saveOnce([written('Lovelace')], storing(1, 'Lovelace'), recover)).toBe('saved as 1')
  expect(ask).not.toHaveBeenCalled()
  vi.mocked(ask).mockResolvedValueOnce(false)
  expect(await saveOnce([written('Lovelace')], storing(2, 'Lovelace'), recover)).toBeUndefined()
  expect(server.alerts.get('Ada Lovelace')?.id).toBe(1)
})

test('submitting the same alert after a lost answer makes no second alert', async () => {
  const saveOnce = start()
  await expect(saveOnce([written('Lovelace')], storing(1, 'Lovelace', unanswered), recover)).rejects.toBe(unanswered)
  const again = vi.fn<() => Promise<string>>()
  expect(await saveOnce([written('Lovelace')], again, recover)).toBe('was saved as 1')
  expect(again).not.toHaveBeenCalled()
  expect(ask).not.toHaveBeenCalled()
})

test('a save that never arrived is carried out', async () => {
  const saveOnce = start()
  const lost = () => Promise.reject(unanswered)
  await expect(saveOnce([written('Lovelace')], lost, recover)).rejects.toBe(unanswered)
  expect(await saveOnce([written('Lovelace')], storing(1, 'Lovelace'), recover)).toBe('saved as 1')
})

test('saves all of several alerts or none', async () => {
  const saveOnce = start()
  const both = [written('Lovelace'), written('Byron')]
  const store = async () => {
    server.alerts.set('Ada Lovelace', { id: 1, name: 'Lovelace' })
    server.alerts.set('Ada Byron', { id: 2, name: 'Byron' })
    throw unanswered
  }
  await expect(saveOnce(both, store, recover)).rejects.toBe(unanswered)
  expect(await saveOnce(both, () => Promise.reject(refused), recover)).toBe('was saved as 1 and 2')
})

test.each([
  ['other text', written('Lovelace', 'Renamed'), unanswered],
  ['a refusal before', written('Lovelace'), refused],
])('asks about the alert found after %s', async (_what, next, error) => {
  const saveOnce = start()
  await expect(saveOnce([written('Lovelace')], storing(1, 'Lovelace', error), recover)).rejects.toBe(error)
  expect(await saveOnce([next], storing(2, 'Lovelace'), recover)).toBe('saved as 2')
  expect(ask).toHaveBeenCalledOnce()
})

test('never takes a second alert that the reader wanted for the first', async () => {
  const saveOnce = start()
  server.alerts.set('Ada Lovelace', { id: 1, name: 'Lovelace' })
  const lost = () => Promise.reject(unanswered)
  await expect(saveOnce([written('Lovelace')], lost, recover)).rejects.toBe(unanswered)
  expect(await saveOnce([written('Lovelace')], storing(2, 'Lovelace'), recover)).toBe('saved as 2')
  expect(ask).toHaveBeenCalledTimes(2)
})
