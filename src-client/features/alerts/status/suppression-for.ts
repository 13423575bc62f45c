import type { StoppedAlert, SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import type { Channel } from '#shared/contract/alert.ts'

/** A recipient of an alert, as the screens identify it. */
export type AlertRecipient = { alertId: number; channel: Channel; id: number; value: string }

/** Why a recipient gets nothing, as a message of the server, and whether the home page can undo it. */
export type Suppression = { message: string; canUndo: boolean }

/** Why a recipient of the reader's own alert gets nothing, verified or not; undefined if nothing prevents it. */
export function suppressionFor(
  {
    suppressions,
    stoppedAlerts,
  }: { suppressions: readonly SuppressedAddress[]; stoppedAlerts: readonly StoppedAlert[] },
  { alertId, channel, id, value }: AlertRecipient,
): Suppression | undefined {
  // Addresses match regardless of case; numbers have the same format in both.
  const all = suppressions.find(
    (stop) => stop.stopsAlerts && stop.channel === channel && stop.target.toLowerCase() === value.toLowerCase(),
  )
  if (all) return { message: all.message, canUndo: all.canUndo }
  const one = stoppedAlerts.find(
    (stop) => stop.alertId === alertId && stop.channel === channel && stop.recipientId === id,
  )
  return one && { message: one.message, canUndo: true }
}
