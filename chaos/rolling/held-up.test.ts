import { expect, test } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { listUnexcused } from './held-up.ts'

test('only a refusal of the service itself, while the machine held it up, is excused', () => {
  const at = new Date('2026-08-20T12:00:00Z')
  const lasting = (ms: number, from = at.getTime()) => [{ at: new Date(from), until: new Date(from + ms) }]
  const refused = [{ at, problem: `503: {"message":"${messages.busy}"}` }]
  expect(listUnexcused(refused, lasting(1_500))).toEqual([])
  expect(listUnexcused(refused, lasting(500))).toHaveLength(1)
  expect(listUnexcused(refused, lasting(1_500, at.getTime() - 60_000))).toHaveLength(1)
  expect(listUnexcused([{ at, problem: '503: Busy. Try again in a moment.' }], lasting(1_500))).toEqual([
    '2026-08-20T12:00:00.000Z 503: Busy. Try again in a moment.',
  ])
})
