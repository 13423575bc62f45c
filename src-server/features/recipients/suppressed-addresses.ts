import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { showPhone } from '#shared/domain/phone.ts'
import {
  markSuppressionSeen,
  listActiveSuppressions,
  type ActiveSuppression,
  listStoppedLinks,
} from './suppressed-addresses.queries.ts'

/** An address or number of the user that takes no messages. */
export type SuppressedAddress = {
  id: number
  channel: Channel
  /** As it is shown. */
  target: string
  reason: ActiveSuppression['reason']
  message: string
  /** The user's own choice: it can be undone, or dismissed. What others stopped is told as long as it stands. */
  canUndo: boolean
  /** Whether it keeps alerts from the address; else only mail that asks to verify it, which needs none. */
  stopsAlerts: boolean
  /** The user chose to leave it so: told quietly, since alerts that look active tell nobody there. */
  dismissed: boolean
}

/** `target` as it is shown. */
type Shown = Pick<ActiveSuppression, 'target' | 'channel' | 'scope' | 'verified' | 'ofAccount'>

const texts: Record<ActiveSuppression['reason'], (stop: Shown) => string> = {
  bounce: ({ target, channel }) =>
    channel === 'EMAIL'
      ? `We can’t deliver emails to ${target}. Please use another address.`
      : `We can’t deliver texts to ${target}. Please use another number.`,
  complaint: ({ target, scope, verified, ofAccount }) => {
    if (scope !== 'requests') {
      const stopped = `Emails to ${target} were marked as spam, so we stopped them.`
      return ofAccount ? `${stopped} Only emails about your password and account still go there.` : stopped
    }
    const stopped = `An email asking to verify or register ${target} was marked as spam, so we no longer send those.`
    return `${stopped} ${verified ? 'Your alerts still go there.' : 'To verify it, call the county.'}`
  },
  stop: ({ target }) => `Someone replied STOP from ${target}. Text START to our number to allow texts again.`,
  unsubscribe: ({ target }) => `You unsubscribed ${target} from all alerts.`,
  staff: ({ target }) => `The county stopped messages to ${target}. Please contact the county.`,
}

/** What a user is told on the next visit (decisions, section 8). */
export async function listSuppressedAddresses(db: Db, userId: number): Promise<SuppressedAddress[]> {
  const stops = await listActiveSuppressions(db, userId)
  return stops.map((stop) => {
    const { id, channel, reason, own, dismissed } = stop
    const target = channel === 'PHONE' ? showPhone(stop.target) : stop.target
    return {
      id,
      channel,
      target,
      reason,
      message: texts[reason]({ ...stop, target }),
      canUndo: own && reason === 'unsubscribe',
      stopsAlerts: stop.scope !== 'requests' || !stop.verified,
      dismissed,
    }
  })
}

/** The user need not be warned of the own choice again. Another's stop is left as it is. */
export const dismissSuppression = (db: Db, userId: number, id: number): Promise<void> =>
  markSuppressionSeen(db, userId, id)

/** One alert that goes to an address no more, while others may; it can be undone. */
export type StoppedAlert = {
  alertId: number
  alertName: string
  channel: Channel
  recipientId: number
  target: string
  message: string
}

/** What a user stopped from a message with 'this alert only', for as long as it stands. */
export async function listStoppedAlerts(db: Db, userId: number): Promise<StoppedAlert[]> {
  const links = await listStoppedLinks(db, userId)
  return links.map((link) => {
    const target = link.channel === 'PHONE' ? showPhone(link.target) : link.target
    return { ...link, target, message: `You unsubscribed ${target} from “${link.alertName}”.` }
  })
}
