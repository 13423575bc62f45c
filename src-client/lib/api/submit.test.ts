// @vitest-environment happy-dom
import { TRPCClientError } from '@trpc/client'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AppRouter } from '#server/routers/router.ts'
import { ask, showMessage } from '../dialogs/prompts.ts'
import { startTexts } from '../i18n/i18n.ts'
import { submit, unanswered } from './submit.ts'

vi.mock('../dialogs/prompts.ts', () => ({ ask: vi.fn(), showMessage: vi.fn() }))
beforeAll(startTexts)
beforeEach(() => vi.clearAllMocks())

const failWith = (httpStatus: number, fields = {}) => {
  const data = { httpStatus, fields }
  return () =>
    Promise.reject(TRPCClientError.from<AppRouter>({ error: { code: -32_600, message: 'No.', data } } as never))
}

test.each([
  [true, 1],
  [false, 0],
])('asks before it loads what another person saved first: %s', async (yes, loads) => {
  vi.mocked(ask).mockResolvedValue(yes)
  const onOutdated = vi.fn<() => Promise<void>>()
  expect(await submit(failWith(409), { onOutdated })).toBeUndefined()
  expect(ask).toHaveBeenCalledOnce()
  expect(onOutdated).toHaveBeenCalledTimes(loads)
  expect(showMessage).not.toHaveBeenCalled()
})

test('shows a conflict as a message if nothing can be loaded again', async () => {
  await submit(failWith(409))
  expect(showMessage).toHaveBeenCalledExactlyOnceWith('WARNING', expect.stringContaining('No.'))
})

const lost = () => Promise.reject(TRPCClientError.from(new TypeError('Failed to fetch')))

test('lets the form say that no answer arrived', async () => {
  expect(await submit(lost)).toEqual({ [unanswered]: expect.stringMatching(/ What you typed is kept\.$/) })
  expect(showMessage).not.toHaveBeenCalled()
})

test('says in a message that no answer arrived if there is no form', async () => {
  expect(await submit(lost, { inForm: false })).toBeUndefined()
  expect(showMessage).toHaveBeenCalledExactlyOnceWith('WARNING', expect.stringContaining('could not reach the service'))
})

test.each([
  [400, 1],
  [503, 0],
])('continues after a refusal only with an answer: %i', async (status, runs) => {
  const onRefused = vi.fn<() => void>()
  await submit(failWith(status), { onRefused, inForm: false })
  expect(onRefused).toHaveBeenCalledTimes(runs)
})
