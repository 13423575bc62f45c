import { type Channel, channels } from '#shared/contract/alert.ts'
import { isProviderFailing } from '#shared/domain/monitoring/health.ts'
import {
  type CallTally,
  clearProviderState,
  recordProviderCalls,
} from '#shared/node/domain/monitoring/providers.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Message } from '#shared/node/providers/common/message.ts'
import { DeliveryError, type Transport, type Transports } from '#shared/node/providers/common/transport.ts'

/** The results of one busy second are written together. */
const recordEveryMs = 1_000

type ProviderWatch = {
  /** The providers, with every call watched. */
  transports: Transports
  /** Records the results that are not recorded yet. */
  stop(): Promise<void>
}

/**
 * Watches every call to the providers: monitoring shows when several fail in a row, and the log has a line when that
 * begins and when it ends. Only an accepted message ends the row: a provider that answers queries may still refuse every
 * message.
 */
export function watchProviders({ db, log }: { db: Db; log: Log }, providers: Transports): ProviderWatch {
  const watched = {
    EMAIL:
      providers.EMAIL && watchCalls(providers.EMAIL, createCallRecorder({ db, log }, 'EMAIL', providers.EMAIL.name)),
    PHONE:
      providers.PHONE && watchCalls(providers.PHONE, createCallRecorder({ db, log }, 'PHONE', providers.PHONE.name)),
  }
  const cleared = Promise.all(
    channels
      .filter((channel) => !providers[channel])
      .map((channel) =>
        clearProviderState(db, channel).catch((error: unknown) => log.error('provider.state_not_cleared', error)),
      ),
  )
  return {
    transports: { EMAIL: watched.EMAIL && watched.EMAIL.transport, PHONE: watched.PHONE && watched.PHONE.transport },
    stop: async () => {
      await Promise.all([cleared, watched.EMAIL?.stop(), watched.PHONE?.stop()])
    },
  }
}

type CallRecorder = { accepted(): void; failed(error: unknown): void; stop(): Promise<void> }

function watchCalls<M extends Message>(transport: Transport<M>, recorder: CallRecorder) {
  const recordFailure = async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      recorder.failed(error)
      throw error
    })
  const { findMessage, lookUp } = transport
  const watchedTransport: Transport<M> = {
    name: transport.name,
    inDoubtWaitMs: transport.inDoubtWaitMs,
    send: async (outgoing) => {
      const id = await recordFailure(transport.send(outgoing))
      recorder.accepted()
      return id
    },
    ...(findMessage && { findMessage: (doubt) => recordFailure(findMessage.call(transport, doubt)) }),
    ...(lookUp && { lookUp: (number) => recordFailure(lookUp.call(transport, number)) }),
    close: () => transport.close(),
  }
  return { transport: watchedTransport, stop: () => recorder.stop() }
}

/** Counts how the calls to one provider end, and records that about once a second while there are any. */
function createCallRecorder({ db, log }: { db: Db; log: Log }, channel: Channel, provider: string): CallRecorder {
  const createEmptyTally = (): CallTally => ({
    provider,
    accepted: false,
    failed: 0,
    firstFailedAt: null,
    answer: '',
    needsSetUp: false,
  })
  let tally = createEmptyTally()
  let recordedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let recording = Promise.resolve()

  const recorder = async () => {
    timer = undefined
    recordedAt = performance.now()
    const calls = tally
    tally = createEmptyTally()
    if (!calls.accepted && calls.failed === 0) return
    try {
      logTransition(log, channel, calls, await recordProviderCalls(db, channel, calls))
    } catch (error) {
      log.error('provider.state_not_recorded', error, { provider })
      tally = mergeTallies(calls, tally)
    }
  }
  const schedule = () => {
    timer ??= setTimeout(
      () => {
        recording = recording.then(recorder)
      },
      Math.max(0, recordedAt + recordEveryMs - performance.now()),
    ).unref()
  }
  return {
    accepted() {
      tally = { ...createEmptyTally(), accepted: true }
      schedule()
    },
    failed(error) {
      if (!isProviderFault(error)) return
      const { accepted, failed, firstFailedAt } = tally
      const answer = error instanceof DeliveryError ? error.message : 'We could not read the answer.'
      const needsSetUp = error instanceof DeliveryError && error.isSetUp
      tally = { provider, accepted, failed: failed + 1, firstFailedAt: firstFailedAt ?? new Date(), answer, needsSetUp }
      schedule()
    },
    async stop() {
      clearTimeout(timer)
      await recording
      await recorder()
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

/** Whether the provider is at fault: not if its refusal names the recipient, nor if the call never began. */
const isProviderFault = (error: unknown): boolean =>
  !(error instanceof DeliveryError) || (!error.notBegun && (error.kind !== 'refused' || error.refusedFor !== ''))

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
