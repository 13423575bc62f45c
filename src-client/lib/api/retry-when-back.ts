import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { isOnline } from '../online.ts'
import { endInTime } from './answer-time.ts'
import { isGatewayStatus, isUnavailable } from './errors.ts'

const firstWaitMs = 10_000
const longestWaitMs = 45_000
/** Up to a third longer, at random: pages that failed together must not all retry together. */
const spread = 1 / 3

/** How long a page waits before it asks again whether the service is back, in ms: from 10 s, later up to a minute. */
export const waitBefore = (asked: number, random = Math.random()): number =>
  Math.min(firstWaitMs * 2 ** asked, longestWaitMs) * (1 + spread * random)

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** No one reads a hidden page. It asks once it is shown. */
const waitUntilShown = () =>
  new Promise<void>((resolve) => {
    if (focusManager.isFocused()) return resolve()
    const stop = focusManager.subscribe((isShown) => {
      if (!isShown) return
      stop()
      resolve()
    })
  })

/**
 * Asks the server whether it can serve, database included. A call of its own, so that a page that failed stays as it is
 * meanwhile: nothing flickers, the focus stays, and a screen reader reads the failure once.
 */
async function isServiceBack(): Promise<boolean> {
  if (!isOnline()) return false
  try {
    const { status } = await fetch('/readyz', { cache: 'no-store', signal: endInTime(undefined) })
    return !isGatewayStatus(status)
  } catch {
    return false
  }
}

/** A query of this page that failed because the service was unavailable. */
const isMissing = ({ state }: Query): boolean => state.status === 'error' && isUnavailable(state.error)

/**
 * Loads what a page shows as failed once the service is back, whether the database, the server or the network was
 * unavailable. The reader may always try sooner.
 */
export function retryWhenBack(client: QueryClient): void {
  const cache = client.getQueryCache()
  const missing = { type: 'active', predicate: isMissing } as const
  let isAsking = false
  const keepAsking = async () => {
    for (let asked = 0; cache.findAll(missing).length > 0; asked++) {
      await wait(waitBefore(asked))
      await waitUntilShown()
      // What the reader loaded meanwhile needs no retry, and what is loading now is left alone.
      if (cache.findAll(missing).length === 0) return
      if (await isServiceBack()) await client.refetchQueries(missing, { cancelRefetch: false })
    }
  }
  cache.subscribe((event) => {
    if (isAsking || event.type !== 'updated' || event.action.type !== 'error') return
    if (!isMissing(event.query)) return
    isAsking = true
    void keepAsking().finally(() => (isAsking = false))
  })
}
