import { setTimeout as wait } from 'node:timers/promises'
import { answersOk } from '../support/answers-ok.ts'

/** A load balancer: passes calls to the servers that report ready, in turn. */
export type Balancer = {
  /** The server for the next call; any server if none is ready. */
  next(): string
  stop(): void
}

/** As seldom as a real one, within what a stopping server still serves. */
const askEveryMs = 250
const answerWithinMs = 1_000

/** @param addresses of the servers, all ready at first */
export function startBalancer(addresses: string[]): Balancer {
  const ready = new Set(addresses)
  let calls = 0
  const stopped = new AbortController()
  const watch = async (address: string) => {
    while (!stopped.signal.aborted) {
      if (await answersOk(`${address}/readyz`, answerWithinMs)) ready.add(address)
      else ready.delete(address)
      await wait(askEveryMs)
    }
  }
  for (const address of addresses) void watch(address)
  return {
    next() {
      const among = ready.size > 0 ? addresses.filter((address) => ready.has(address)) : addresses
      return among[calls++ % among.length] ?? ''
    },
    stop: () => stopped.abort(),
  }
}
