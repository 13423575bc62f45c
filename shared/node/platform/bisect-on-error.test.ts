import { expect, test } from 'vitest'
import { bisectOnError } from './bisect-on-error.ts'

class BadContent extends Error {}

const run = async (items: number[], bad: number[]) => {
  const batches: number[][] = []
  const results = await bisectOnError(items, {
    work: async (batch) => {
      if (!batch) throw new Error('No queue.')
      batches.push([...batch])
      if (batch.some((item) => bad.includes(item))) throw new BadContent(`bad: ${batch.join(' ')}`)
      return `done ${batch.join(' ')}`
    },
    failedItems: (error, tried) => (error instanceof BadContent ? tried : null),
    onBadItem: (item, error) => `left out ${item} (${(error as Error).message})`,
  })
  return { batches, results }
}

test.each<[string, number[], number[], string[], number]>([
  ['nothing', [], [], [], 0],
  ['a good batch', [1, 2, 3], [], ['done 1 2 3'], 1],
  ['one bad item in five', [1, 2, 3, 4, 5], [4], ['done 1 2 3', 'left out 4 (bad: 4)', 'done 5'], 5],
  ['the only item', [7], [7], ['left out 7 (bad: 7)'], 1],
  ['bad items only', [1, 2], [1, 2], ['left out 1 (bad: 1)', 'left out 2 (bad: 2)'], 3],
  ['a first and a last', [1, 2, 3, 4], [1, 4], ['left out 1 (bad: 1)', 'done 2', 'done 3', 'left out 4 (bad: 4)'], 7],
])('%s', async (_what, items, bad, results, tries) => {
  const found = await run(items, bad)
  expect(found.results).toEqual(results)
  expect(found.batches).toHaveLength(tries)
})

test('ends the batch at an error that is not about the content, and does not try later halves', async () => {
  const batches: string[] = []
  const work = bisectOnError(['a', 'b', 'c', 'd'], {
    work: async (batch) => {
      batches.push((batch ?? []).join(''))
      throw batch?.length === 4 ? new BadContent() : new Error('No connection.')
    },
    failedItems: (error, tried) => (error instanceof BadContent ? tried : null),
    onBadItem: () => undefined,
  })
  await expect(work).rejects.toThrow('No connection.')
  expect(batches).toEqual(['abcd', 'ab'])
})

test('ends the batch if the handler of a bad item fails', async () => {
  const work = bisectOnError([1], {
    work: () => Promise.reject(new BadContent()),
    failedItems: (_error, tried) => tried,
    onBadItem: () => Promise.reject(new Error('Not recorded.')),
  })
  await expect(work).rejects.toThrow('Not recorded.')
})

test('splits the items that the failed batch took from a queue', async () => {
  const queue = [1, 2, 3, 4, 5]
  const results = await bisectOnError<number, string>(null, {
    work: async (items) => {
      const taken = items ?? queue.slice(0, 3)
      if (taken.includes(3)) throw Object.assign(new BadContent(), { taken })
      return taken.join(' ')
    },
    failedItems: (error) => (error as { taken: number[] }).taken,
    onBadItem: (item) => `left out ${item}`,
  })
  expect(results).toEqual(['1 2', 'left out 3'])
})
