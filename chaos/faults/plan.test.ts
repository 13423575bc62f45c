import { expect, test } from 'vitest'
import { usualSize } from '../options/sizes.ts'
import { readJump } from './clock-jumped.ts'
import { planFaults } from './plan.ts'

const counts = { 'worker-killed': 20, 'server-killed': 20, 'disk-full': 5 }
const size = { counts, records: 1_000, workers: 2, servers: 2 }

test('the same seed gives the same plan, another seed another', () => {
  expect(planFaults({ ...size, seed: 7 })).toEqual(planFaults({ ...size, seed: 7 }))
  expect(planFaults({ ...size, seed: 7 })).not.toEqual(planFaults({ ...size, seed: 8 }))
})

test('a plan has every fault that was asked for, in order, within the records, on every process', () => {
  const plan = planFaults({ ...size, seed: 7 })
  expect(
    Map.groupBy(plan, ({ name }) => name)
      .entries()
      .map(([name, all]) => [name, all.length])
      .toArray()
      .toSorted(),
  ).toEqual(Object.entries(counts).toSorted())
  expect(plan.map(({ after }) => after)).toEqual(plan.map(({ after }) => after).toSorted((a, b) => a - b))
  expect(plan.every(({ after }) => after > 0 && after < size.records)).toBe(true)
  const places = new Set(plan.filter(({ name }) => name === 'worker-killed').map(({ place }) => place))
  expect([...places].toSorted()).toEqual([0, 1])
})

test('of the usual runs, about 36 in 100 set a clock back by two days, and 19 in 100 the clock of a worker', () => {
  const seeds = 2_000
  const [workers, servers] = [2, 2]
  const plans = Array.from({ length: seeds }, (_, seed) =>
    planFaults({ seed: seed + 1, counts: usualSize.faults, records: usualSize.records, workers, servers })
      .filter(({ name }) => name === 'clock-jumped')
      .map(({ place }) => readJump(place))
      .filter(({ seconds }) => seconds === -2 * 86_400),
  )
  const share = (has: (jumps: (typeof plans)[number]) => boolean) => plans.filter(has).length / seeds
  expect(share((jumps) => jumps.length > 0)).toBeCloseTo(0.36, 1)
  expect(share((jumps) => jumps.some(({ process }) => process < workers))).toBeCloseTo(0.19, 1)
})
