import type { DeliveryStatus } from './callback.ts'
import type { Concern } from './concern.ts'

const noFailure = { reason: '', stop: null, concern: null, failedFor: '' } as const
export const accepted: DeliveryStatus = { meaning: 'accepted', ...noFailure }
export const delivered: DeliveryStatus = { meaning: 'delivered', ...noFailure }

/** A failure that names the recipient. */
export const failed = (reason: string, stop: DeliveryStatus['stop'] = null): DeliveryStatus => ({
  meaning: 'failed',
  reason,
  stop,
  concern: 'recipient',
  failedFor: '',
})

/**
 * A failure whose concern is known.
 * @param failedFor a text that failures of its kind have in common
 */
export const failedOf = (
  concern: Concern,
  reason: string,
  { failedFor, stop = null }: { failedFor: string; stop?: DeliveryStatus['stop'] | undefined },
): DeliveryStatus => ({
  meaning: 'failed',
  reason,
  stop,
  concern,
  failedFor: concern === 'recipient' ? '' : failedFor,
})
