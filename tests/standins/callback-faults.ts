import { randomAt } from '#scripts/made-up/random.ts'
import { hashText } from './faults.ts'
import type { ProviderName } from './ledger.ts'

/** The faults of reports about a message: each with its probability, from 0 to 1. */
export type CallbackRates = {
  /** A report that is never posted. */
  dropped?: number
  tripled?: number
  /** The reports about a message, last one first. */
  reordered?: number
  /** The reports are posted before the answer of the call. */
  beforeAnswer?: number
}

type PlannedReports<Report> = {
  /** Whether they are posted before the answer of the call. */
  isEarly: boolean
  isReordered: boolean
  /** In the order in which they are posted; how often each is posted, 0 for never. */
  planned: { report: Report; copies: number }[]
}

/**
 * Plans the faults of one provider's reports. They depend on the seed, the message, and how often that was accepted,
 * not on the time or on other messages.
 */
export function planCallbackFaults(
  provider: ProviderName,
  {
    seed,
    rates: { dropped = 0, tripled = 0, reordered = 0, beforeAnswer = 0 } = {},
  }: { seed: number; rates?: CallbackRates },
) {
  const taken = new Map<string, number>()
  let isCalm = false
  return {
    /** @param key names the message, which was accepted once more */
    next<Report>(key: string, reports: Report[]): PlannedReports<Report> {
      const times = (taken.get(key) ?? 0) + 1
      taken.set(key, times)
      const random = randomAt(seed, hashText(`${provider} reports ${key} ${times}`))
      const has = (rate: number) => random.chance(rate) && !isCalm
      const isEarly = has(beforeAnswer)
      const isReordered = has(reordered)
      const ordered = isReordered ? reports.toReversed() : reports
      const planned = ordered.map((report) => {
        const isDropped = has(dropped)
        const repeats = has(tripled) ? 3 : 1
        return { report, copies: isDropped ? 0 : repeats }
      })
      return { isEarly, isReordered, planned }
    },
    /** Plans no faults from now on. */
    calm: () => {
      isCalm = true
    },
  }
}
