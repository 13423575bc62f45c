import { isProviderFailing } from './health.ts'

type ProviderCalls = {
  /** False if the operator turned the channel off. */
  inUse: boolean
  /** Calls that failed since the last one that succeeded. */
  failedInARow: number
  /** Errors of the last 24 hours. */
  errors: number
  /** Time since it last accepted a message; null if it never did. */
  acceptedSeconds: number | null
}

/** The state of a provider. It is healthy only after it accepted a message. */
export function getProviderState({ inUse, failedInARow, errors, acceptedSeconds }: ProviderCalls) {
  if (!inUse) return 'notInUse'
  if (isProviderFailing(failedInARow)) return 'notSending'
  if (errors > 0) return 'look'
  return acceptedSeconds === null ? 'notCalled' : 'healthy'
}
