import { type Random, randomAt } from '#scripts/made-up/random.ts'
import type { Pool } from '../pools/pool.ts'
import { drawApart } from '../pools/pool.ts'
import type { Someone } from '../spoilers/spoiler.ts'
import { capacityPatterns } from './capacity-patterns.ts'
import { jointPatterns } from './joint-patterns.ts'
import { type ComposedText, type StatedOrder, statedOrders, type TextPattern } from './text-pattern.ts'
import { trustPatterns } from './trust-patterns.ts'

export const textPatterns: readonly TextPattern[] = [...jointPatterns, ...trustPatterns, ...capacityPatterns]

/** A text with the people it was made from and the order that its feed states. */
export type MadeText = ComposedText & { pattern: TextPattern; order: StatedOrder; people: Someone[] }

/** The text number `place` of a pattern and a pool; every second one is of a feed that states no order. */
export function composeText(pattern: TextPattern, pool: Pool, seed: number, place: number): MadeText {
  const random = randomAt(seed, place)
  const people = drawApart(pool, 3, random).map((person) => writeMiddle(person, random))
  const [a, b, c] = people as [Someone, Someone, Someone]
  const order = place % 2 === 0 ? statedOrders[pattern.writing] : null
  return { ...pattern.compose({ a, b, c, random }), pattern, order, people }
}

/** Indexes write middle names in full, by their initial or not at all. */
function writeMiddle(person: Someone, random: Random): Someone {
  const chance = random.next()
  if (chance < 0.25) return { ...person, middle: '' }
  return chance < 0.65 ? { ...person, middle: person.middle.charAt(0) } : person
}
