import type { DeliveryStatus } from './callback.ts'

export const accepted: DeliveryStatus = { meaning: 'accepted', reason: '', stop: null }
export const delivered: DeliveryStatus = { meaning: 'delivered', reason: '', stop: null }
export const failed = (reason: string, stop: DeliveryStatus['stop'] = null): DeliveryStatus => ({
  meaning: 'failed',
  reason,
  stop,
})
