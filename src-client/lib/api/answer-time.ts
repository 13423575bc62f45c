/**
 * How long a call waits for its complete answer. After that, the screen says that there was none, and offers to try
 * again.
 */
export const answerSeconds = 30

/** The largest files take seconds; a server that is silent for longer is down. */
export const downloadSeconds = 300

/**
 * Ends a call that gets no answer in time, also one whose answer has begun.
 * @param signal of the caller, which ends it too
 */
export function endInTime(signal: AbortSignal | null | undefined, seconds = answerSeconds): AbortSignal {
  const limit = AbortSignal.timeout(seconds * 1_000)
  return signal ? AbortSignal.any([signal, limit]) : limit
}
