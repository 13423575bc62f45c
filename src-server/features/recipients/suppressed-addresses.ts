import type { Channel } from '#shared/contract/alert.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { canOwnerLift } from '#shared/domain/recipient/suppression-reasons.ts'
import {
  listUserSuppressions,
  markSuppressionSeen,
  type UserSuppression,
} from '#shared/node/domain/recipients/suppression.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { listStoppedLinks } from './suppressed-addresses.queries.ts'

/** A suppressed address or number of the user. */
export type SuppressedAddress = {
  id: number
  channel: Channel
  /** As displayed. */
  target: string
  reason: UserSuppression['reason']
  message: string
  /**
   * True if the user asked for it and can lift it or close its warning. A suppression by others shows while it lasts.
   */
  canUndo: boolean
  /** True if it blocks alerts; otherwise it blocks only verification messages, which this address no longer needs. */
  stopsAlerts: boolean
  /**
   * The user closed the warning. The screens still show it quietly, since an alert that looks active sends nothing
   * there.
   */
  dismissed: boolean
}

/** With `target` as displayed. */
type Shown = Pick<UserSuppression, 'target' | 'channel' | 'scope' | 'verified' | 'isAccountEmail'>

const texts: Record<UserSuppression['reason'], (stop: Shown) => string> = {
  bounce: ({ target, channel }) =>
    ({
      EMAIL: `We can’t deliver emails to ${target}. Please use another address.`,
      PHONE: `We can’t deliver texts to ${target}. Please use another number.`,
    })[channel],
  complaint: ({ target, scope, verified, isAccountEmail }) => {
    if (scope !== 'requests') {
      const stopped = `Emails to ${target} were marked as spam, so we stopped them.`
      return isAccountEmail ? `${stopped} Only emails about your password and account still go there.` : stopped
    }
    const stopped = `An email asking to verify or register ${target} was marked as spam, so we no longer send those.`
    return `${stopped} ${verified ? 'Your alerts still go there.' : 'To verify it, call the county.'}`
  },
  stop: ({ target }) => `Someone replied STOP from ${target}. Text START to our number to allow texts again.`,
  unsubscribe: ({ target }) => `You unsubscribed ${target} from all alerts.`,
  staff: ({ target }) => `The county stopped messages to ${target}. Please contact the county.`,
}

/** The suppressions to show a user on the next visit. */
export async function listSuppressedAddresses(db: Db, userId: number): Promise<SuppressedAddress[]> {
  const stops = await listUserSuppressions(db, userId)
  return stops.map((stop) => {
    const { id, channel, reason, dismissed } = stop
    const target = formatTarget(channel, stop.target)
    return {
      id,
      channel,
      target,
      reason,
      message: texts[reason]({ ...stop, target }),
      canUndo: canOwnerLift(stop),
      stopsAlerts: stop.scope !== 'requests' || !stop.verified,
      dismissed,
    }
  })
}

/** Closes the warning about a suppression that the user asked for. The suppressions of others stay as they are. */
export const dismissSuppression = (db: Db, userId: number, id: number): Promise<void> =>
  markSuppressionSeen(db, userId, id)

/** An alert that one address of the user is unsubscribed from; the user can resume it. */
export type StoppedAlert = {
  alertId: number
  alertName: string
  channel: Channel
  recipientId: number
  target: string
  message: string
}

/** The alerts that a user's addresses were unsubscribed from by 'Stop this alert only'. */
export async function listStoppedAlerts(db: Db, userId: number): Promise<StoppedAlert[]> {
  const links = await listStoppedLinks(db, userId)
  return links.map((link) => {
    const target = formatTarget(link.channel, link.target)
    return { ...link, target, message: `You unsubscribed ${target} from “${link.alertName}”.` }
  })
}
