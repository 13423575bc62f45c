import { z } from 'zod'
import { type AlertView, channels, type OutgoingEventView } from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { cardSize, historyInput, toLimitOffset } from '#shared/contract/paging.ts'
import { today } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { type AlertReach, alertReach, type WaitingRow } from '#server/features/alerts/alert-reach.queries.ts'
import { alertPage } from '#server/features/alerts/list-alerts.ts'
import { countHistory, type HistoryFilter, listHistory } from '#server/features/alerts/outgoing-event.queries.ts'
import { type HomeContent, homeContent } from '#server/features/content/home-content.ts'
import { allowAgain, resumeAlert } from '#server/features/recipients/lift-suppression.ts'
import {
  dismissStop,
  type StoppedAlert,
  stoppedAlerts,
  type ToldStop,
  toldStops,
} from '#server/features/recipients/suppressed-addresses.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { router, signedIn } from '#server/trpc/init.ts'

const stopInput = z.strictObject({ id: z.number().int() })

type Home = HomeContent & {
  /** Up to ten of the user's alerts; the rest is of all of them. */
  myAlerts: { alerts: AlertView[]; total: number; counts: AlertReach['counts']; unreached: AlertReach['unreached'] }
  /** Recipients of the user's alerts who have not said yes. */
  waiting: WaitingRow[]
  alertHistory: { outgoingEvents: OutgoingEventView[]; total: number }
  /** Addresses and numbers of the user that take no messages, each with what to say of it. */
  told: ToldStop[]
  /** Alerts that the user stopped for one address. */
  stoppedAlerts: StoppedAlert[]
}

async function historyPage(
  { db, pool, env }: UserContext,
  filter: HistoryFilter,
  window: { limit: number; offset?: number },
) {
  const [outgoingEvents, total] = await Promise.all([
    listHistory({ db, pool }, filter, { timeZone: env.COUNTY_TIME_ZONE, ...window }),
    countHistory(db, filter),
  ])
  return { outgoingEvents, total }
}

/** The one call that fills the home page, and the history behind its card. */
export const homeRouter = router({
  all: signedIn.query(async ({ ctx }): Promise<Reply<Home>> => {
    const own = { userId: ctx.user.id }
    const [settings, alerts, reach, alertHistory, told, stopped] = await Promise.all([
      ctx.settings.current(),
      alertPage(ctx, own, { limit: cardSize }),
      alertReach(ctx.db, ctx.user.id, today(ctx.env.COUNTY_TIME_ZONE)),
      historyPage(ctx, own, { limit: cardSize }),
      toldStops(ctx.db, ctx.user.id),
      stoppedAlerts(ctx.db, ctx.user.id),
    ])
    const { counts, unreached } = reach
    const waiting = reach.waiting.map((row) => ({
      ...row,
      target: row.channel === 'PHONE' ? formatPhone(row.target) : row.target,
    }))
    const myAlerts = { ...alerts, counts, unreached }
    return { content: { ...homeContent(settings), myAlerts, waiting, alertHistory, told, stoppedAlerts: stopped } }
  }),

  alertHistory: signedIn
    .meta({ rest: ['POST /home/alertHistory'] })
    .input(historyInput)
    .query(async ({ ctx, input: { page, ...filter } }): Promise<Reply<Home['alertHistory']>> => {
      return { content: await historyPage(ctx, { ...filter, userId: ctx.user.id }, toLimitOffset(page)) }
    }),

  /** Undoes the user's own unsubscribe. */
  allowAgain: signedIn
    .meta({ rest: [] })
    .input(stopInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ told: ToldStop[] }>> => {
      const message = await allowAgain(ctx, input.id)
      return { message, content: { told: await toldStops(ctx.db, ctx.user.id) } }
    }),

  /** Undoes 'this alert only'. */
  resumeAlert: signedIn
    .meta({ rest: [] })
    .input(z.strictObject({ alertId: z.number().int(), channel: z.enum(channels), recipientId: z.number().int() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ stoppedAlerts: StoppedAlert[] }>> => {
      const message = await resumeAlert(ctx, input)
      return { message, content: { stoppedAlerts: await stoppedAlerts(ctx.db, ctx.user.id) } }
    }),

  /** The user has read that an unsubscribe stands. */
  dismissStop: signedIn
    .meta({ rest: [] })
    .input(stopInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ told: ToldStop[] }>> => {
      await dismissStop(ctx.db, ctx.user.id, input.id)
      return { content: { told: await toldStops(ctx.db, ctx.user.id) } }
    }),
})
