import type { Entry } from '#tests/standins/ledger.ts'
import type { Providers } from '#tests/standins/providers.ts'
import type { ChaosOptions } from '../options/options.ts'
import type { Check } from './check.ts'

const tooMany = 429
/** Clocks and timers round. */
const toleranceMs = 20

type BackOffOptions = Pick<ChaosOptions, 'retryAfterSeconds' | 'deliveryClock'>

/**
 * Finds messages for which a provider asked us to wait and that were tried again before that.
 * @param calls about messages, taken or not
 */
export function findEarlyCalls(
  calls: Pick<Entry, 'notice' | 'attempt' | 'at' | 'status'>[],
  { retryAfterSeconds, deliveryClock }: BackOffOptions,
): string[] {
  const waitMs = (retryAfterSeconds * 1_000) / deliveryClock - toleranceMs
  const inOrder = calls.toSorted((one, other) => one.at - other.at)
  return [...Map.groupBy(inOrder, ({ notice }) => notice).values()].flatMap((ofNotice) =>
    ofNotice
      .filter((call, place) => {
        const before = ofNotice[place - 1]
        return before?.status === tooMany && call.at < before.at + waitMs
      })
      .map(({ notice, attempt }) => `${notice} attempt ${attempt}`),
  )
}

export const backOffCheck = (
  { readLedger, readNotTaken }: Pick<Providers, 'readLedger' | 'readNotTaken'>,
  options: BackOffOptions,
): Check => ({
  what: 'calls made before the time that a provider asked us to wait',
  find: () => findEarlyCalls([...readLedger(), ...readNotTaken()], options),
})
