import type { RollState } from '#shared/contract/roll.ts'

/** States of the pending version; there is at most one. */
export const pendingStates = ['uploading', 'waiting', 'loading', 'loaded'] as const satisfies RollState[]
