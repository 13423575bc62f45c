import type { FastifyReply } from 'fastify'

/** Aborts, with CallerLeft, when the caller leaves before the answer is complete. */
export type CallerSignal = () => AbortSignal

/** Ends the work of a call whose caller left, since its answer has no reader. */
export class CallerLeft extends Error {
  constructor() {
    super('The caller left.')
    this.name = 'CallerLeft'
  }
}

/** Makes the signal at its first use: few calls last long enough to be worth one. */
export function createCallerSignal({ raw }: FastifyReply): CallerSignal {
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
