import { z } from 'zod'
import {
  type AlertPreview,
  alertInput,
  type AlertView,
  criteriaInput,
  householdInput,
  sameAlertInput,
} from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { alertListInput, toLimitOffset } from '#shared/contract/paging.ts'
import type { Role } from '#shared/contract/roles.ts'
import { today } from '#shared/domain/dates.ts'
import { findAlert } from '#server/features/alerts/alert.queries.ts'
import { alertView } from '#server/features/alerts/alert-view.ts'
import { alertPage } from '#server/features/alerts/list-alerts.ts'
import { pauseAlert } from '#server/features/alerts/pause-alert.ts'
import { previewAlert } from '#server/features/alerts/preview-alert.ts'
import { removeAlert } from '#server/features/alerts/remove-alert.ts'
import { type Actor, saveAlert, saveHousehold } from '#server/features/alerts/save-alert.ts'
import { findSameAlert } from '#server/features/alerts/same-alert.queries.ts'
import { resendVerification } from '#server/features/recipients/resend-verification.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { idInPath } from '#server/trpc/id-in-path.ts'
import { router, signedIn } from '#server/trpc/init.ts'

const ignored = z.unknown().optional()
const idOnly = z.strictObject({ id })

const actorOf = ({ user, address }: UserContext): Actor & { role: Role } => ({
  id: user.id,
  username: user.username,
  role: user.role,
  address,
})

async function ownAlert(ctx: UserContext, id: number): Promise<{ content: AlertView; version: number }> {
  const row = await findAlert(ctx.db, id, ctx.user.id)
  if (!row) throw new AppError('missing', messages.notFound)
  return { content: alertView(row, today(ctx.env.COUNTY_TIME_ZONE)), version: row.version }
}

/** A user's own alerts. */
export const userViewRouter = router({
  alerts: signedIn
    .meta({ rest: ['POST /userView/alerts'] })
    .input(alertListInput)
    .query(async ({ ctx, input: { page, ...filter } }): Promise<Reply<{ alerts: AlertView[]; total: number }>> => {
      return { content: await alertPage(ctx, { ...filter, userId: ctx.user.id }, toLimitOffset(page)) }
    }),

  alert: signedIn
    .meta({ rest: ['GET /userView/alert/:id'] })
    .input(idInPath)
    .query(async ({ ctx, input }): Promise<Reply<AlertView> & { version: number }> => ownAlert(ctx, input.id)),

  saveAlert: signedIn
    .meta({ rest: ['POST /userView/alert'] })
    .input(alertInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; alerts: AlertView[] }>> => {
      const { id, message } = await saveAlert(ctx, input, ctx.user, actorOf(ctx), { version: input.version })
      const { alerts } = await alertPage(ctx, { userId: ctx.user.id })
      return { message, content: { id, alerts } }
    }),

  /** A household's new alerts: all of them, or none. */
  saveHousehold: signedIn
    .meta({ rest: [] })
    .input(householdInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ ids: number[] }>> => {
      const { ids, message } = await saveHousehold(ctx, input, ctx.user, actorOf(ctx))
      return { message, content: { ids } }
    }),

  /** What an alert would have matched, while it is being written. */
  alertPreview: signedIn
    .meta({ rest: [] })
    .input(criteriaInput)
    .query(async ({ ctx, input }): Promise<Reply<AlertPreview>> => ({ content: await previewAlert(ctx, input) })),

  /** The own alert that watches the same, if there is one. */
  sameAlert: signedIn
    .meta({ rest: [] })
    .input(sameAlertInput)
    .query(async ({ ctx, input }): Promise<Reply<{ name: string } | null>> => ({
      content: (await findSameAlert(ctx.db, { ...input, userId: ctx.user.id })) ?? null,
    })),

  /** Until a day (MM/DD/YYYY) nothing is sent; '' goes on at once. */
  alertPause: signedIn
    .meta({ rest: [] })
    .input(z.strictObject({ alertId: z.number().int(), pausedUntil: z.string().trim().max(10) }))
    .mutation(async ({ ctx, input }): Promise<Reply<AlertView>> => {
      const message = await pauseAlert(ctx, input, ctx.user, actorOf(ctx))
      return { message, content: (await ownAlert(ctx, input.alertId)).content }
    }),

  alertDelete: signedIn
    .input(
      z.strictObject({
        alertId: id,
        accountId: ignored,
        filterText: ignored,
        statusType: ignored,
        includeInactive: ignored,
      }),
    )
    .mutation(async ({ ctx, input }): Promise<Reply<{ alerts: AlertView[] }>> => {
      await removeAlert(ctx, input.alertId, ctx.user, actorOf(ctx))
      const { alerts } = await alertPage(ctx, { userId: ctx.user.id })
      return { message: 'Alert deleted.', content: { alerts } }
    }),

  alertResendEmail: signedIn.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    return {
      message: await resendVerification(ctx, { channel: 'EMAIL', recipientId: input.id }, actorOf(ctx)),
      content: null,
    }
  }),

  alertResendPhone: signedIn.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    return {
      message: await resendVerification(ctx, { channel: 'PHONE', recipientId: input.id }, actorOf(ctx)),
      content: null,
    }
  }),
})
