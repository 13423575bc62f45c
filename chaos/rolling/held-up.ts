import { messages } from '#shared/contract/messages.ts'
import type { Stall } from '../processes/observations.ts'

/** Shorter ones make no server refuse a call: it does so after two or three seconds without time or database. */
const stallMs = 1_000
/** How far from the stall a call may be that was begun or refused because of it. */
const aroundMs = 10_000

/** Whether the machine gave a process or the database no time around this moment. */
export const isHeldUp = (stalls: Stall[], at: Date): boolean =>
  stalls.some(
    (stall) =>
      stall.until.getTime() - stall.at.getTime() >= stallMs &&
      stall.at.getTime() - aroundMs <= at.getTime() &&
      at.getTime() <= stall.until.getTime() + aroundMs,
  )

type Failure = { at: Date; problem: string }

/**
 * Calls of a feed that were refused without a reason: a server on a stalled machine may refuse single calls itself, but
 * the proxy none.
 */
export const listUnexcused = (failures: Failure[], stalls: Stall[]): string[] =>
  failures
    .filter(({ at, problem }) => !(problem.includes(messages.busy) && isHeldUp(stalls, at)))
    .map(({ at, problem }) => `${at.toISOString()} ${problem}`)
