import type { FastifyReply } from 'fastify'

/** Thrown through the work of a call whose caller is gone: nobody reads its answer. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller left.')
    this.name = 'CallerLeft'
  }
}

/**
 * What aborts, with CallerLeft, when the caller leaves before the answer is complete. Made when it is first asked for:
 * few calls last long enough to be worth it.
 */
export function leavingOf({ raw }: FastifyReply): () => AbortSignal {
  let leaving: AbortController | undefined
  return () => {
    if (leaving) return leaving.signal
    const made = (leaving = new AbortController())
    const leave = () => {
      if (!raw.writableFinished) made.abort(new CallerLeft())
    }
    if (raw.closed) leave()
    else raw.once('close', leave)
    return made.signal
  }
}
