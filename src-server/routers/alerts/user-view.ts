import { z } from 'zod'
import { listAlertNames } from '#server/features/alerts/alert-names.queries.ts'
import { findAlert } from '#server/features/alerts/alert.queries.ts'
import { describeAlert } from '#server/features/alerts/describe-alerts.ts'
import { findReadableExceptions } from '#server/features/alerts/exceptions.queries.ts'
import { readAlertPage } from '#server/features/alerts/list-alerts.ts'
import { pauseAlert } from '#server/features/alerts/pause-alert.ts'
import { previewAlert } from '#server/features/alerts/preview-alert.ts'
import { removeAlert } from '#server/features/alerts/remove-alert.ts'
import { findSameAlert } from '#server/features/alerts/same-alert.queries.ts'
import { saveAlert } from '#server/features/alerts/save-alert.ts'
import { saveAlerts, saveHousehold } from '#server/features/alerts/save-alerts.ts'
import { readExceptions, removeException } from '#server/features/alerts/teach-alert.ts'
import { resendVerification } from '#server/features/recipients/resend-verification.ts'
import type { LoggedInContext } from '#server/trpc/context.ts'
import { idInPath } from '#server/trpc/id-in-path.ts'
import { router, loggedIn } from '#server/trpc/init.ts'
import { exceptionInput, type ExceptionView } from '#shared/contract/alert-exception.ts'
import type { AlertPreview, AlertView } from '#shared/contract/alert-view.ts'
import { alertInput, previewInput, sameAlertInput } from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { alertListInput, toLimitOffset } from '#shared/contract/paging.ts'
import { rights } from '#shared/contract/roles.ts'
import { alertsInput, householdInput } from '#shared/contract/several-alerts.ts'
import { today } from '#shared/domain/dates.ts'
import { foundRecordProcedures } from './found-records.ts'
import { ownRecipientProcedures } from './own-recipients.ts'
import { weeklyEmailProcedures } from './weekly-email.ts'

const ignored = z.unknown().optional()
const idOnly = z.strictObject({ id })

async function ownAlert(
  { deps, actor }: LoggedInContext,
  id: number,
): Promise<{ content: AlertView; version: number }> {
  const row = await findAlert(deps.db, id, actor.id, today(deps.env.COUNTY_TIME_ZONE))
  if (!row) throw new AppError('missing', messages.notFound)
  return { content: await describeAlert(deps.db, row), version: row.version }
}

/** The alert whose form asks for a preview: the reader's own, or in the panel a user's. */
async function readableExceptions({ deps, actor: { id, role } }: LoggedInContext, alertId: number) {
  const exceptions = await findReadableExceptions(deps.db, alertId, { id, manages: rights[role].manages })
  if (!exceptions) throw new AppError('missing', messages.notFound)
  return exceptions
}

/** A user's own alerts. */
export const userViewRouter = router({
  ...ownRecipientProcedures,
  ...weeklyEmailProcedures,
  ...foundRecordProcedures,

  alerts: loggedIn
    .meta({ rest: ['POST /userView/alerts'] })
    .input(alertListInput)
    .query(async ({ ctx, input: { page, ...filter } }): Promise<Reply<{ alerts: AlertView[]; total: number }>> => {
      return { content: await readAlertPage(ctx.deps, { ...filter, userId: ctx.actor.id }, toLimitOffset(page)) }
    }),

  alert: loggedIn
    .meta({ rest: ['GET /userView/alert/:id'] })
    .input(idInPath)
    .query(async ({ ctx, input }): Promise<Reply<AlertView> & { version: number; exceptions: ExceptionView[] }> => ({
      ...(await ownAlert(ctx, input.id)),
      exceptions: await readExceptions(ctx.deps.db, input.id, ctx.deps.env.COUNTY_TIME_ZONE),
    })),

  saveAlert: loggedIn
    .meta({ rest: ['POST /userView/alert'] })
    .input(alertInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; alerts: AlertView[] }>> => {
      const { id, message } = await saveAlert(ctx.deps, ctx.actor, input, { version: input.version })
      const { alerts } = await readAlertPage(ctx.deps, { userId: ctx.actor.id })
      return { message, content: { id, alerts } }
    }),

  /** New alerts, all or none: one for each parcel of an address. */
  saveAlerts: loggedIn
    .meta({ rest: [] })
    .input(alertsInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ ids: number[] }>> => {
      const { ids, message } = await saveAlerts(ctx.deps, ctx.actor, input.alerts)
      return { message, content: { ids } }
    }),

  /** A household's new alerts: all or none. */
  saveHousehold: loggedIn
    .meta({ rest: [] })
    .input(householdInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ ids: number[] }>> => {
      const { ids, message } = await saveHousehold(ctx.deps, ctx.actor, input)
      return { message, content: { ids } }
    }),

  /** Removes what 'This is not about me' left out. */
  alertExceptionRemove: loggedIn
    .meta({ rest: [] })
    .input(exceptionInput)
    .mutation(async ({ ctx, input }): Promise<Reply<ExceptionView[]>> => ({
      content: await removeException(ctx.deps, ctx.actor, input),
    })),

  /** What an alert would have matched, while its owner writes it. */
  alertPreview: loggedIn
    .meta({ rest: [] })
    .input(previewInput)
    .query(async ({ ctx, input: { criteria, alertId, forStaff } }): Promise<Reply<AlertPreview>> => {
      const exceptions = alertId ? await readableExceptions(ctx, alertId) : []
      return { content: await previewAlert(ctx.deps, criteria, exceptions, { forStaff }) }
    }),

  /** The caller's own alert with the same criteria, if there is one. */
  sameAlert: loggedIn
    .meta({ rest: [] })
    .input(sameAlertInput)
    .query(async ({ ctx, input }): Promise<Reply<{ name: string } | null>> => ({
      content: (await findSameAlert(ctx.deps.db, { ...input, userId: ctx.actor.id })) ?? null,
    })),

  /** The names of the caller's alerts, so that a new one gets another. */
  alertNames: loggedIn.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<string[]>> => ({
    content: await listAlertNames(ctx.deps.db, ctx.actor.id),
  })),

  /** Pauses an alert until a day (MM/DD/YYYY), or resumes it with ''. */
  alertPause: loggedIn
    .meta({ rest: [] })
    .input(z.strictObject({ alertId: z.number().int(), pausedUntil: z.string().trim().max(10) }))
    .mutation(async ({ ctx, input }): Promise<Reply<AlertView>> => {
      const message = await pauseAlert(ctx.deps, ctx.actor, input)
      return { message, content: (await ownAlert(ctx, input.alertId)).content }
    }),

  alertDelete: loggedIn
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
      await removeAlert(ctx.deps, ctx.actor, input.alertId)
      const { alerts } = await readAlertPage(ctx.deps, { userId: ctx.actor.id })
      return { message: 'Alert deleted.', content: { alerts } }
    }),

  alertResendEmail: loggedIn.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    return {
      message: await resendVerification(ctx.deps, ctx.actor, { channel: 'EMAIL', recipientId: input.id }),
      content: null,
    }
  }),

  alertResendPhone: loggedIn.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    return {
      message: await resendVerification(ctx.deps, ctx.actor, { channel: 'PHONE', recipientId: input.id }),
      content: null,
    }
  }),
})
