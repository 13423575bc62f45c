import { expect, it } from 'vitest'
import { getProviderState } from './provider-state.ts'

const quiet = { inUse: true, failedInARow: 0, errors: 0, acceptedSeconds: null }

it.each([
  ['notCalled', quiet],
  ['healthy', { ...quiet, acceptedSeconds: 3 }],
  ['look', { ...quiet, acceptedSeconds: 3, errors: 1 }],
  ['look', { ...quiet, errors: 1, failedInARow: 1 }],
  ['notSending', { ...quiet, acceptedSeconds: 900, errors: 3, failedInARow: 3 }],
  ['notInUse', { ...quiet, inUse: false, acceptedSeconds: 3 }],
])('shows a provider as %s', (state, calls) => {
  expect(getProviderState(calls)).toBe(state)
})
