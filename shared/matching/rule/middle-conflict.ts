import type { Ungraded } from '../explain/reason.ts'
import type { GivenNameAgreement } from '../people/given-names.ts'

// A contradicting middle name is the weakest of all default reasons.
const weakestDefault = 12
const conflicts = {
  none: null,
  same: null,
  one: { conflict: 'anotherMiddle', weakness: weakestDefault },
  short: { conflict: 'anotherShortMiddle', weakness: weakestDefault },
  initial: { conflict: 'anotherInitial', weakness: weakestDefault + 1 },
} as const

/** Mentions that a middle name contradicts, and weakens the reason. */
export function withConflict(reason: Ungraded, { middle, hasConflict }: GivenNameAgreement): Ungraded {
  const conflict = hasConflict ? conflicts[middle] : null
  return conflict ? { ...reason, ...conflict, weakness: Math.max(reason.weakness + 1, conflict.weakness) } : reason
}
