import { expect, test } from 'vitest'
import { retryOnConflict } from './retry.ts'

const failing = (times: number, code: string) => {
  let calls = 0
  const work = async () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error('no'), { code })
    return calls
  }
  return { work, calls: () => calls }
}

test.each([
  ['40P01', 1, 2],
  ['40001', 1, 2],
  ['40P01', 0, 1],
])('after %s, %i times, succeeds at attempt %i', async (code, times, tries) => {
  expect(await retryOnConflict(failing(times, code).work)).toBe(tries)
})

test.each([
  ['40P01', 2, 2],
  ['23505', 1, 1],
  // We cannot know whether the transaction was committed.
  ['40003', 1, 1],
  ['', 1, 1],
])('throws %s, %i times, after %i attempts', async (code, times, tries) => {
  const { work, calls } = failing(times, code)
  await expect(retryOnConflict(work)).rejects.toThrow('no')
  expect(calls()).toBe(tries)
})
