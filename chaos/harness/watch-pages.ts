import { setTimeout as wait } from 'node:timers/promises'
import type { CallFact } from '../oracle/facts.ts'
import type { Balancer } from '../processes/balancer.ts'

const askEveryMs = 100
const answerWithinMs = 10_000

/** A browser that keeps reading what the login page shows, through the balancer. */
export function watchPages(balancer: Pick<Balancer, 'next'>): { failed: CallFact[]; stop(): Promise<void> } {
  const failed: CallFact[] = []
  const over = new AbortController()
  const read = async () => {
    const address = balancer.next()
    const call = { caller: 'a browser', address, status: 0, retryAfter: null as string | null }
    try {
      const signal = AbortSignal.timeout(answerWithinMs)
      const response = await fetch(`${address}/api/helperdata/landnotification`, { signal })
      await response.text()
      if (response.status < 500) return
      Object.assign(call, { status: response.status, retryAfter: response.headers.get('retry-after') })
    } catch {
      // No answer: status 0.
    }
    failed.push({ ...call, at: new Date() })
  }
  const watching = (async () => {
    while (!over.signal.aborted) {
      await read()
      await wait(askEveryMs)
    }
  })()
  return {
    failed,
    stop: async () => {
      over.abort()
      await watching
    },
  }
}
