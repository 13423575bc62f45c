import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { markTold, standingStops, type StandingStop, stoppedLinks } from './suppressed-addresses.queries.ts'

/** An address or number of the user that takes no messages. */
export type ToldStop = {
  id: number
  channel: Channel
  /** As it is shown. */
  target: string
  reason: StandingStop['reason']
  message: string
  /** The user's own choice: it can be undone, or dismissed. What others stopped is told as long as it stands. */
  canUndo: boolean
  /** Whether it keeps alerts from the address; else only mail that asks to verify it, which needs none. */
  stopsAlerts: boolean
  /** The user chose to leave it so: told quietly, since alerts that look active tell nobody there. */
  dismissed: boolean
}

/** `target` as it is shown. */
type Shown = Pick<StandingStop, 'target' | 'channel' | 'scope' | 'verified' | 'ofAccount'>

const texts: Record<StandingStop['reason'], (stop: Shown) => string> = {
  bounce: ({ target, channel }) =>
    channel === 'EMAIL'
      ? `Emails to ${target} come back to us.  Please use another address.`
      : `Texts to ${target} do not arrive.  Please use another number.`,
  complaint: ({ target, scope, verified, ofAccount }) => {
    if (scope !== 'requests') {
      const stopped = `Emails to ${target} were marked as spam, so we have stopped them.`
      return ofAccount ? `${stopped}  Only emails about your password and account still go there.` : stopped
    }
    const stopped = `An email asking to verify or register ${target} was marked as spam, so we send no more of those.`
    return `${stopped}  ${verified ? 'Your alerts still go there.' : 'To verify it, call the county.'}`
  },
  stop: ({ target }) => `Someone replied STOP from ${target}.  Text START to our number to allow texts again.`,
  unsubscribe: ({ target }) => `You stopped alerts to ${target}.`,
  staff: ({ target }) => `The county has stopped messages to ${target}.  Please contact the county.`,
}

/** What a user is told on the next visit (decisions, section 8). */
export async function toldStops(db: Db, userId: number): Promise<ToldStop[]> {
  const stops = await standingStops(db, userId)
  return stops.map((stop) => {
    const { id, channel, reason, own, dismissed } = stop
    const target = channel === 'PHONE' ? formatPhone(stop.target) : stop.target
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
export const dismissStop = (db: Db, userId: number, id: number): Promise<void> => markTold(db, userId, id)

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
export async function stoppedAlerts(db: Db, userId: number): Promise<StoppedAlert[]> {
  const links = await stoppedLinks(db, userId)
  return links.map((link) => {
    const target = link.channel === 'PHONE' ? formatPhone(link.target) : link.target
    return { ...link, target, message: `You stopped “${link.alertName}” for ${target}.` }
  })
}
