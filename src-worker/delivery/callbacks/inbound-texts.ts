import { insertCallbacks } from '#shared/node/domain/notices/callback.queries.ts'
import { withTimeout } from '#shared/node/platform/with-timeout.ts'
import { DeliveryError, type Transport } from '#shared/node/providers/common/transport.ts'
import { openTextTransport } from '#shared/node/providers/registry.ts'
import type { Loop, WorkerDeps } from '../../platform/deps.ts'
import { startLoop } from '../../platform/loop.ts'
import { scaledClock } from '../clock.ts'
import { claimLookBack, recordTextsComplete } from './inbound-texts.queries.ts'

const everyMs = 5 * 60_000
/** Each look overlaps the previous one by this much: a webhook may still be on its way, and a list may lag. */
const overlapMs = 5 * 60_000
/** A stopping worker waits at most this long for the provider's list. */
const maxStopMs = 2_000

type Reader = Pick<Transport, 'name' | 'listInbound'>

/**
 * When a worker starts, and every few minutes: recovers texts that arrived while no server answered or the database was
 * down, because a provider does not repeat the webhook of a text. Does nothing if the provider has no list.
 * @param onTexts called after texts were stored
 */
export async function startTextRecovery(
  deps: WorkerDeps,
  { onTexts }: { onTexts: () => void },
): Promise<Pick<Loop, 'stop'>> {
  const transport = await openTextTransport(deps)
  if (!transport?.listInbound) return { stop: async () => transport?.close() }
  const every = scaledClock(deps.options.deliveryClock).scale(everyMs)
  const loop = startLoop({
    name: 'inbound texts',
    everyMs: every,
    log: deps.log,
    step: async () => {
      // Several workers take turns; their timers are not exact.
      if ((await recoverTexts(deps, transport, every * 0.9)) > 0) onTexts()
      return false
    },
  })
  return {
    async stop() {
      await withTimeout(maxStopMs, loop.stop().then(transport.close))
    },
  }
}

/**
 * Stores texts of the provider's list that no webhook delivered, just as the webhook would have, with their time of
 * arrival, so that a recovered STOP does not undo a later START.
 * @returns how many were new
 */
export async function recoverTexts(
  { db, log }: Pick<WorkerDeps, 'db' | 'log'>,
  transport: Reader,
  notWithinMs: number,
): Promise<number> {
  const look = transport.listInbound && (await claimLookBack(db, notWithinMs))
  if (!look || !transport.listInbound) return 0
  try {
    const { callbacks, complete } = await transport.listInbound(new Date(look.since.getTime() - overlapMs))
    if (!complete) log.error('inbound_texts.incomplete')
    const stored = await insertCallbacks(db, callbacks)
    await recordTextsComplete(db, look.begun)
    if (stored > 0)
      log.warn('inbound_texts.recovered', {
        provider: transport.name,
        texts: stored,
      })
    return stored
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    log.warn('inbound_texts.not_listed', { reason: error.message })
    return 0
  }
}
