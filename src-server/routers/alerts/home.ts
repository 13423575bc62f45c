import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { z } from 'zod'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { channels } from '#shared/contract/alert.ts'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { cardSize, historyInput, toLimitOffset } from '#shared/contract/paging.ts'
import { today } from '#shared/domain/dates.ts'
import { type AlertReach, readAlertReach, type WaitingRow } from '#server/features/alerts/alert-reach.queries.ts'
import { readAlertPage } from '#server/features/alerts/list-alerts.ts'
import { countHistory, type HistoryFilter, listHistory } from '#server/features/alerts/outgoing-event.queries.ts'
import { type HomeContent, toHomeContent } from '#server/features/content/home-content.ts'
import { resubscribeAddress, resumeAlert } from '#server/features/recipients/lift-suppression.ts'
import {
  dismissSuppression,
  type StoppedAlert,
  listStoppedAlerts,
  type SuppressedAddress,
  listSuppressedAddresses,
} from '#server/features/recipients/suppressed-addresses.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { router, signedIn } from '#server/trpc/init.ts'

const stopInput = z.strictObject({ id: z.number().int() })

type Home = HomeContent & {
  /** `alerts` are up to ten; the other fields cover all of the user's alerts. */
  myAlerts: { alerts: AlertView[]; total: number; counts: AlertReach['counts']; unreached: AlertReach['unreached'] }
  /** Recipients of the user's alerts who have not verified. */
  waiting: WaitingRow[]
  alertHistory: { outgoingEvents: OutgoingEventView[]; total: number }
  /** Suppressed addresses and numbers of the user, each with its message. */
  told: SuppressedAddress[]
  /** Alerts that the user stopped for one address. */
  stoppedAlerts: StoppedAlert[]
}

async function historyPage(
  { db, pool, env }: ServerDeps,
  filter: HistoryFilter,
  window: { limit: number; offset?: number },
) {
  const [outgoingEvents, total] = await Promise.all([
    listHistory({ db, pool }, filter, { timeZone: env.COUNTY_TIME_ZONE, ...window }),
    countHistory(db, filter),
  ])
  return { outgoingEvents, total }
}

/** Fills the home page in one call, and the history behind its card. */
export const homeRouter = router({
  all: signedIn.query(async ({ ctx }): Promise<Reply<Home>> => {
    const own = { userId: ctx.actor.id }
    const [settings, alerts, reach, alertHistory, told, stopped] = await Promise.all([
      ctx.deps.settings.current(),
      readAlertPage(ctx.deps, own, { limit: cardSize }),
      readAlertReach(ctx.deps.db, ctx.actor.id, today(ctx.deps.env.COUNTY_TIME_ZONE)),
      historyPage(ctx.deps, own, { limit: cardSize }),
      listSuppressedAddresses(ctx.deps.db, ctx.actor.id),
      listStoppedAlerts(ctx.deps.db, ctx.actor.id),
    ])
    const { counts, unreached } = reach
    const waiting = reach.waiting.map((row) => ({
      ...row,
      target: formatTarget(row.channel, row.target),
    }))
    const myAlerts = { ...alerts, counts, unreached }
    return { content: { ...toHomeContent(settings), myAlerts, waiting, alertHistory, told, stoppedAlerts: stopped } }
  }),

  alertHistory: signedIn
    .meta({ rest: ['POST /home/alertHistory'] })
    .input(historyInput)
    .query(async ({ ctx, input: { page, ...filter } }): Promise<Reply<Home['alertHistory']>> => {
      return { content: await historyPage(ctx.deps, { ...filter, userId: ctx.actor.id }, toLimitOffset(page)) }
    }),

  /** Undoes the user's own unsubscribe. */
  allowAgain: signedIn
    .meta({ rest: [] })
    .input(stopInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ told: SuppressedAddress[] }>> => {
      const message = await resubscribeAddress(ctx.deps, ctx.actor, input.id)
      return { message, content: { told: await listSuppressedAddresses(ctx.deps.db, ctx.actor.id) } }
    }),

  /** Undoes 'this alert only'. */
  resumeAlert: signedIn
    .meta({ rest: [] })
    .input(z.strictObject({ alertId: z.number().int(), channel: z.enum(channels), recipientId: z.number().int() }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ stoppedAlerts: StoppedAlert[] }>> => {
      const message = await resumeAlert(ctx.deps, ctx.actor, input)
      return { message, content: { stoppedAlerts: await listStoppedAlerts(ctx.deps.db, ctx.actor.id) } }
    }),

  /** Dismisses the warning about an unsubscribe. */
  dismissStop: signedIn
    .meta({ rest: [] })
    .input(stopInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ told: SuppressedAddress[] }>> => {
      await dismissSuppression(ctx.deps.db, ctx.actor.id, input.id)
      return { content: { told: await listSuppressedAddresses(ctx.deps.db, ctx.actor.id) } }
    }),
})
