import { expect, test } from 'vitest'
import { createLostTime } from './lost-time.ts'

const repeat = (times: number, passedMs: number): number[] => Array.from({ length: times }, () => passedMs)

test.each<[string, number[], number[]]>([
  ['on time', repeat(100, 101), []],
  ['late once, by less than a lease has to spare', [...repeat(20, 101), 490, ...repeat(20, 101)], []],
  ['stopped once', [...repeat(20, 101), 510, ...repeat(20, 101)], [510]],
  ['at less than half of its speed', repeat(9, 250), [1_750]],
  ['at more than half of its speed', repeat(100, 180), []],
  ['slow now and then', Array.from({ length: 10 }, () => [300, ...repeat(10, 101)]).flat(), []],
])('a process %s stood still for', (_, passed, expected) => {
  const lostTime = createLostTime()
  expect(passed.map(lostTime).filter((ms) => ms > 0)).toEqual(expected)
})
