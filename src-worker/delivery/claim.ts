import type { Log } from '#shared/node/platform/log.ts'
import { retryMs } from '../platform/loop.ts'
import { type ClaimedNotice, claimNotices, releaseClaims } from './claim.queries.ts'
import type { StageContext } from './context.ts'

const claimBatch = 500
/** The next claim starts when fewer are left, so that it is read while these are called. */
const claimBelow = 250
/** With nothing in hand, a short claim comes first: its calls start while the next claim is read. */
const firstClaim = 100

/** Claimed notices that wait for the next stage: interactive ones first, and never more than two claims together. */
type ClaimQueue = {
  /** Waits until there are some. Resolves to their number; 0 once closed. */
  whenFilled(): Promise<number>
  /** Removes up to `max` of them; none once closed. */
  take(max: number): ClaimedNotice[]
  /** New notices may be due. */
  wake(): void
  /** Ends claiming. Resolves to the notices that were not taken. */
  close(): Promise<ClaimedNotice[]>
}

/**
 * Stage 1: keeps a queue of claims filled while notices are due, and looks for new ones when woken or after `pollMs`.
 * @param claim claims up to this many (`claimDue`)
 */
export function createClaimQueue(
  claim: (limit: number) => Promise<ClaimedNotice[]>,
  { pollMs, log }: { pollMs: number; log: Log },
): ClaimQueue {
  let waiting: ClaimedNotice[] = []
  let mayBeMore = true
  let pauseMs = pollMs
  const state = { closed: false }
  let claiming: Promise<void> | undefined
  let bell = Promise.withResolvers<void>()

  const fill = async () => {
    mayBeMore = false
    const limit = waiting.length === 0 ? firstClaim : claimBatch
    try {
      const claimed = await claim(limit)
      if (claimed.length === limit) mayBeMore = true
      // A stable sort: within a priority, notices stay in the order of their claims.
      waiting = [...waiting, ...claimed].toSorted((a, b) => a.priority - b.priority)
      pauseMs = pollMs
    } catch (error) {
      log.error('delivery.claim_failed', error)
      pauseMs = Math.min(pollMs, retryMs)
    }
    claiming = undefined
  }
  const fillIfLow = () => {
    if (mayBeMore && !state.closed && waiting.length < claimBelow) claiming ??= fill()
  }
  const pause = async () => {
    bell = Promise.withResolvers<void>()
    const timer = setTimeout(bell.resolve, pauseMs)
    await bell.promise
    clearTimeout(timer)
    mayBeMore = true
  }
  return {
    async whenFilled() {
      while (!state.closed) {
        fillIfLow()
        if (waiting.length > 0) return waiting.length
        await (claiming ?? pause())
      }
      return 0
    },
    take: (max) => (state.closed ? [] : waiting.splice(0, max)),
    wake() {
      mayBeMore = true
      fillIfLow()
      bell.resolve()
    },
    async close() {
      state.closed = true
      bell.resolve()
      await claiming
      return waiting
    },
  }
}

/**
 * Claims due notices. Claims nothing from a database that was restored from a backup: its notices may have been sent
 * (shared/node/domain/restore).
 */
export async function claimDue(limit: number, { deps, clock, owner }: StageContext): Promise<ClaimedNotice[]> {
  await owner.opened
  const seen = deps.watch?.seen() ?? 0
  const claimed = await claimNotices(deps, limit, clock.leaseMs, owner.current()?.number ?? null)
  if (claimed.every(({ position }) => position >= seen)) return claimed
  await releaseClaims(deps.db, claimed)
  await deps.watch?.check()
  return []
}
