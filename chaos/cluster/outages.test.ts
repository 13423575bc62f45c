import { expect, test } from 'vitest'
import { planOutages } from './outages.ts'

const readLabels = (seed: number) => planOutages(300, seed).map(({ label }) => label)

test('the kinds of outages take turns, and the seed draws how each network fails', () => {
  expect(planOutages(4, 1).map(({ kind }) => kind)).toEqual(['node lost', 'PostgreSQL killed', 'link cut', 'node lost'])
  const counts = Map.groupBy(readLabels(1), (label) => label)
  expect([...counts.keys()].toSorted()).toEqual([
    'PostgreSQL killed',
    'machine lost',
    'network cut',
    'network cut one way',
    'network too slow',
  ])
  for (const label of ['network cut', 'network cut one way', 'network too slow'])
    expect(counts.get(label)?.length).toBeGreaterThan(20)
})

test('the same seed gives the same outages, another seed others', () => {
  expect(readLabels(7)).toEqual(readLabels(7))
  expect(readLabels(7)).not.toEqual(readLabels(8))
})
