import { keepCallbacks } from '#shared/node/domain/notices/callback.queries.ts'
import { within } from '#shared/node/platform/timeout.ts'
import { startLoop } from '../platform/loop.ts'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import { DeliveryError, type InboundText, type Transport } from '#shared/node/providers/common/transport.ts'
import { twilioTransport } from '#shared/node/providers/twilio/twilio.ts'
import { clockOf } from './clock.ts'
import { takeLook, textsAreComplete } from './inbound-texts.queries.ts'

const everyMs = 5 * 60_000
/** Looked at again each time: a webhook may be under way, and a list may lag. */
const overlapMs = 5 * 60_000
/** A worker that stops does not wait for Twilio's list any longer. */
const stopWithinMs = 2_000

type Reader = Pick<Transport, 'received'>

/**
 * Every few minutes, and as a worker starts: reads texts back that came in while no server answered, or the database was
 * gone. Twilio does not repeat the webhook of a text. Only with Twilio; otherwise it does nothing.
 * @param onTexts called when some were stored
 */
export function startInboundTexts(deps: WorkerDeps, { onTexts }: { onTexts: () => void }): Pick<Loop, 'stop'> {
  if (deps.env.SMS_TRANSPORT !== 'twilio') return { stop: async () => {} }
  const transport = twilioTransport(deps.env)
  const every = clockOf(deps.options.deliveryClock).scale(everyMs)
  const loop = startLoop({
    name: 'inbound texts',
    everyMs: every,
    log: deps.log,
    step: async () => {
      // Several workers take turns; their timers are not exact.
      if ((await readTextsBack(deps, transport, every * 0.9)) > 0) onTexts()
      return false
    },
  })
  return {
    async stop() {
      await within(stopWithinMs, loop.stop().then(transport.close))
    },
  }
}

/**
 * Stores what the provider's list has and no webhook brought, as the webhook would have, with the time when it came in:
 * a STOP that was read back undoes no later START.
 * @returns how many were new
 */
export async function readTextsBack(
  { db, log }: Pick<WorkerDeps, 'db' | 'log'>,
  transport: Reader,
  notWithinMs: number,
): Promise<number> {
  const look = transport.received && (await takeLook(db, notWithinMs))
  if (!look || !transport.received) return 0
  try {
    const { texts, whole } = await transport.received(new Date(look.since.getTime() - overlapMs))
    if (!whole) log.error('More texts came in than can be read back at once; the oldest may be missing.')
    const stored = await keepCallbacks(db, texts.map(callbackOf))
    await textsAreComplete(db, look.begun)
    if (stored > 0) log.warn('Texts whose webhook never arrived were read back from Twilio.', { texts: stored })
    return stored
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    log.warn('Texts that came in could not be read back; they are asked for again.', { reason: error.message })
    return 0
  }
}

/** As the webhook's route stores it: the same text has the same key. */
const callbackOf = ({ sid, from, to, body, at }: InboundText) => ({
  provider: 'twilio-inbound' as const,
  dedupeKey: sid,
  receivedAt: at,
  body: { MessageSid: sid, From: from, To: to, Body: body, query: {} },
})
