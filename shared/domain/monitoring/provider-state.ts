import { isProviderFailing } from './health.ts'

type ProviderCalls = {
  /** False where the operator turned the channel off. */
  inUse: boolean
  /** Calls that failed since the last one that succeeded. */
  failedInARow: number
  /** Errors of the last 24 hours. */
  errors: number
  /** Since it last took a message; null if it never did. */
  acceptedSeconds: number | null
}

/** What we know of a provider. It is healthy only after it took a message. */
export function getProviderState({ inUse, failedInARow, errors, acceptedSeconds }: ProviderCalls) {
  if (!inUse) return 'notInUse'
  if (isProviderFailing(failedInARow)) return 'notSending'
  if (errors > 0) return 'look'
  return acceptedSeconds === null ? 'notCalled' : 'healthy'
}
