/** The state of a message on the wire, which keeps its spelling of 'cancelled'. */
export type DeliveryState =
  | 'unsent'
  | 'held'
  | 'waiting'
  | 'in_doubt'
  | 'accepted'
  | 'delivered'
  | 'failed'
  | 'cancelled'

/** A notice's state, as it is stored. */
export type StoredState = Exclude<DeliveryState, 'unsent' | 'cancelled'> | 'canceled'

/** @param state null if no message was made */
export const toDeliveryState = (state: StoredState | 'unsent' | null): DeliveryState =>
  state === 'canceled' ? 'cancelled' : (state ?? 'unsent')
