import type { StoppedAlert, SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import type { Channel } from '#shared/contract/alert.ts'

/** A recipient of an alert, as the screens know it. */
export type AlertRecipient = { alertId: number; channel: Channel; id: number; value: string }

/** Why a recipient gets nothing, in the server's words, and whether the home page can start it again. */
export type Suppression = { message: string; canUndo: boolean }

/** What stands against telling a recipient of the reader's own alert, whether or not it is verified; undefined where nothing does. */
export function suppressionFor(
  { told, stoppedAlerts }: { told: readonly SuppressedAddress[]; stoppedAlerts: readonly StoppedAlert[] },
  { alertId, channel, id, value }: AlertRecipient,
): Suppression | undefined {
  // An address is one whatever its capitals; a number is shown alike in both.
  const all = told.find(
    (stop) => stop.stopsAlerts && stop.channel === channel && stop.target.toLowerCase() === value.toLowerCase(),
  )
  if (all) return { message: all.message, canUndo: all.canUndo }
  const one = stoppedAlerts.find(
    (stop) => stop.alertId === alertId && stop.channel === channel && stop.recipientId === id,
  )
  return one && { message: one.message, canUndo: true }
}
