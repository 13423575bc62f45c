import { type Checked, listNames, type Sign } from './sign.ts'

/** Fewer names show nothing. */
const minNames = 20
/** The share of names with two spaces in which both sides must look like a name of their own. */
const clearMajority = 0.6
const gap = / {2,}/
const word = /\p{L}{2,}/gu
const digit = /\p{N}/u

/**
 * The feed's names have two or more spaces between texts that look like complete names. A single word next to the
 * spaces is not a complete name: some feeds write columns of a fixed width one after the other.
 */
export function detectDoubleSpaces({ records, format }: Checked): Sign | null {
  if (format.doubleSpaceSplits) return null
  const spaced = listNames(records).filter((name) => gap.test(name.trim()))
  const joint = spaced.filter(isJoint)
  if (joint.length < minNames || joint.length < clearMajority * spaced.length) return null
  return { kind: 'doubleSpaces', change: { doubleSpaceSplits: true }, found: joint, of: spaced.length }
}

const isJoint = (name: string) =>
  name
    .trim()
    .split(gap)
    .every((side) => !digit.test(side) && (side.match(word)?.length ?? 0) >= 2)
