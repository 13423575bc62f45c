import type { RollState } from '#shared/contract/roll.ts'

/** States of a version that is on its way; there is at most one. */
export const pendingStates = ['uploading', 'waiting', 'loading', 'loaded'] as const satisfies RollState[]
