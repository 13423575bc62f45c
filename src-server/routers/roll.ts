import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { pageInput, toLimitOffset } from '#shared/contract/paging.ts'
import { findInput, type FoundProperties } from '#shared/contract/roll.ts'
import { type AlertsOutsideRoll, listAlertsOutsideRoll } from '../features/alerts/alerts-outside-roll.ts'
import { findProperty } from '../features/roll/find-property.ts'
import { admins, router, loggedIn } from '../trpc/init.ts'

/** The parcel roll in use. */
export const rollRouter = router({
  /** A mutation, although it changes nothing: a query's input is part of its URL, and an address must not be. */
  find: loggedIn.input(findInput).mutation(async ({ ctx, input }): Promise<Reply<FoundProperties>> => ({
    content: await findProperty(ctx.deps, ctx.actor, input.text),
  })),

  alertsOutside: admins
    .meta({ rest: [] })
    .input(z.strictObject({ page: pageInput }))
    .query(async ({ ctx, input }): Promise<Reply<AlertsOutsideRoll>> => ({
      content: await listAlertsOutsideRoll(ctx.deps, ctx.actor.role, toLimitOffset(input.page)),
    })),
})
