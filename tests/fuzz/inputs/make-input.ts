import * as fc from 'fast-check'
import type { Random } from '#scripts/made-up/random.ts'
import { valuesOf } from './from-schema.ts'
import { describeInput } from './input-schema.ts'
import { nonsense, spoil } from './nonsense.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of the arbitrary, by the seeded source of chance. */
export const draw = <T>(arbitrary: fc.Arbitrary<T>, random: Random): T =>
  fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 })[0] as T
export const drawNonsense = (random: Random): unknown => draw(nonsense, random)

const known = new Map<string, fc.Arbitrary<unknown>>()
function arbitraryFor(procedure: string): fc.Arbitrary<unknown> {
  const made = known.get(procedure) ?? valuesOf(describeInput(procedure) ?? {})
  known.set(procedure, made)
  return made
}

/** Fields that name a record or prove something: mostly kept, since nothing made up is right. */
const lasting = /id$|token|ticket|username|password|^code$|^version$|^email$/i

/** The valid input with some of its fields, and fields that it lacks, from the schema. */
function vary(valid: unknown, made: unknown, random: Random): unknown {
  if (!isFields(valid) || !isFields(made)) return made
  const varied = { ...valid }
  for (const [key, value] of Object.entries(made)) {
    const share = lasting.test(key) ? 0.05 : key in valid ? 0.5 : 0.25
    if (isFields(valid[key]) && isFields(value)) varied[key] = vary(valid[key], value, random)
    else if (random.chance(share)) varied[key] = value
  }
  return varied
}

/**
 * The input of a call.
 * @param valid an input that is accepted; undefined if the procedure takes none
 */
export function makeInput(
  kind: 'valid' | 'schema' | 'spoiled' | 'nonsense',
  procedure: string,
  valid: unknown,
  random: Random,
): unknown {
  if (kind === 'valid') return valid
  if (kind === 'nonsense') return drawNonsense(random)
  const varied = () => vary(valid, draw(arbitraryFor(procedure), random), random)
  return kind === 'schema' ? varied() : spoil(random.chance(0.5) ? valid : varied(), random, () => drawNonsense(random))
}
