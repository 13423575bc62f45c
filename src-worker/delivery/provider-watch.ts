import { type Channel, channels } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import {
  type CallTally,
  clearProviderState,
  recordProviderCalls,
} from '#shared/node/domain/monitoring/providers.queries.ts'
import { isProviderFailing } from '#shared/domain/monitoring/health.ts'
import type { Message } from '#shared/node/providers/common/message.ts'
import { DeliveryError, type Transport, type Transports } from '#shared/node/providers/common/transport.ts'

/** The results of one busy second are written together. */
const noteEveryMs = 1_000

export type ProviderWatch = {
  /** The same providers, with their calls watched. */
  transports: Transports
  /** Writes what has not been written yet. */
  stop(): Promise<void>
}

/**
 * Watches every call to the providers: monitoring shows a few failed ones in a row, and the log has a line when that
 * begins and when it ends. Only a message that was taken ends the row: a provider that answers questions may still refuse every message.
 */
export function watchProviders(given: Transports, { db, log }: { db: Db; log: Log }): ProviderWatch {
  const watched = {
    EMAIL: given.EMAIL && watchCalls(given.EMAIL, createCallRecorder('EMAIL', given.EMAIL.name, { db, log })),
    PHONE: given.PHONE && watchCalls(given.PHONE, createCallRecorder('PHONE', given.PHONE.name, { db, log })),
  }
  const forgotten = Promise.all(
    channels
      .filter((channel) => !given[channel])
      .map((channel) =>
        clearProviderState(db, channel).catch((error: unknown) => log.error('provider.state_not_cleared', error)),
      ),
  )
  return {
    transports: { EMAIL: watched.EMAIL && watched.EMAIL.transport, PHONE: watched.PHONE && watched.PHONE.transport },
    stop: async () => {
      await Promise.all([forgotten, watched.EMAIL?.stop(), watched.PHONE?.stop()])
    },
  }
}

type CallRecorder = { accepted(): void; failed(error: unknown): void; stop(): Promise<void> }

function watchCalls<M extends Message>(transport: Transport<M>, note: CallRecorder) {
  const failing = async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      note.failed(error)
      throw error
    })
  const { findMessage, lookUp } = transport
  const own: Transport<M> = {
    name: transport.name,
    inDoubtWaitMs: transport.inDoubtWaitMs,
    send: async (outgoing) => {
      const id = await failing(transport.send(outgoing))
      note.accepted()
      return id
    },
    ...(findMessage && { findMessage: (doubt) => failing(findMessage.call(transport, doubt)) }),
    ...(lookUp && { lookUp: (number) => failing(lookUp.call(transport, number)) }),
    close: () => transport.close(),
  }
  return { transport: own, stop: () => note.stop() }
}

/** Gathers how the calls to one provider end, and writes it down about once a second while there are any. */
function createCallRecorder(channel: Channel, provider: string, { db, log }: { db: Db; log: Log }): CallRecorder {
  const none = (): CallTally => ({ provider, accepted: false, failed: 0, firstFailedAt: null, answer: '' })
  let tally = none()
  let notedAt = 0
  let timer: NodeJS.Timeout | undefined
  let noting = Promise.resolve()

  const note = async () => {
    timer = undefined
    notedAt = Date.now()
    const calls = tally
    tally = none()
    if (!calls.accepted && calls.failed === 0) return
    try {
      logTransition(log, channel, calls, await recordProviderCalls(db, channel, calls))
    } catch (error) {
      log.error('provider.state_not_recorded', error, { provider })
      tally = mergeTallies(calls, tally)
    }
  }
  const later = () => {
    timer ??= setTimeout(
      () => {
        noting = noting.then(note)
      },
      Math.max(0, notedAt + noteEveryMs - Date.now()),
    ).unref()
  }
  return {
    accepted() {
      tally = { ...none(), accepted: true }
      later()
    },
    failed(error) {
      if (!isProviderFault(error)) return
      const { accepted, failed, firstFailedAt } = tally
      const answer = error instanceof DeliveryError ? error.message : 'We could not read the answer.'
      tally = { provider, accepted, failed: failed + 1, firstFailedAt: firstFailedAt ?? new Date(), answer }
      later()
    },
    async stop() {
      clearTimeout(timer)
      await noting
      await note()
    },
  }
}

const mergeTallies = (earlier: CallTally, later: CallTally): CallTally =>
  later.accepted
    ? later
    : {
        ...(later.failed > 0 ? later : earlier),
        accepted: earlier.accepted,
        failed: earlier.failed + later.failed,
        firstFailedAt: earlier.firstFailedAt ?? later.firstFailedAt,
      }

/** What a provider says of one address is no failure of its own; and a call that was not begun is none. */
const isProviderFault = (error: unknown): boolean =>
  !(error instanceof DeliveryError) || (!error.notBegun && error.suppress === undefined)

function logTransition(
  log: Log,
  channel: Channel,
  calls: CallTally,
  { before, after }: { before: number; after: number },
): void {
  const about = { provider: calls.provider, channel }
  if (!isProviderFailing(before) && isProviderFailing(after))
    log.warn('provider.failing', { ...about, calls: after, answer: calls.answer })
  else if (isProviderFailing(before) && !isProviderFailing(after)) log.info('provider.recovered', about)
}
