import { z } from 'zod'
import { listAlertNames } from '#server/features/alerts/alert-names.queries.ts'
import { findVisibleAlert } from '#server/features/alerts/alert.queries.ts'
import { changeAlertStatus, assertHasOwner, removePanelAlert } from '#server/features/alerts/change-alert-status.ts'
import { describeAlert } from '#server/features/alerts/describe-alerts.ts'
import { readAlertPage } from '#server/features/alerts/list-alerts.ts'
import { countPanelAlertList, readPanelAlerts, type PanelAlertList } from '#server/features/alerts/list-panel-alerts.ts'
import { findSameAlert } from '#server/features/alerts/same-alert.queries.ts'
import { saveAlert } from '#server/features/alerts/save-alert.ts'
import { saveAlerts } from '#server/features/alerts/save-alerts.ts'
import { readExceptions, removePanelException } from '#server/features/alerts/teach-alert.ts'
import { type AlertSuppression, listAlertSuppressions } from '#server/features/recipients/alert-suppressions.queries.ts'
import { type FilterNames, readFilterNames } from '#server/features/recipients/panel-recipients.queries.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import type { LoggedInContext } from '#server/trpc/context.ts'
import { idInPath } from '#server/trpc/id-in-path.ts'
import { admins, type RestRequest, loggedIn } from '#server/trpc/init.ts'
import { exceptionInput, type ExceptionView } from '#shared/contract/alert-exception.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { alertInput, sameAlertInput } from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { paged, panelAlertFilter, toLimitOffset } from '#shared/contract/paging.ts'
import { rights } from '#shared/contract/roles.ts'
import { alertsInput } from '#shared/contract/several-alerts.ts'
import { today } from '#shared/domain/dates.ts'

/** `exact` is for REST, whose total always counts all rows; a screen asks for a large total separately. */
const listInput = panelAlertFilter.extend({ ...paged, exact: z.boolean().optional() })
const rowInput = listInput.extend({ alertId: id })
const withExactTotal = ({ body }: RestRequest) => ({ ...body, exact: true })

type PanelAlert = Reply<AlertView> & { version: number; stops: AlertSuppression[]; exceptions: ExceptionView[] }

function readList({ deps, actor }: LoggedInContext, { page, exact = false, ...filter }: z.output<typeof listInput>) {
  return readPanelAlerts(deps, { ...filter, asRole: actor.role }, { ...toLimitOffset(page), exact })
}

async function visibleAlert({ deps, actor }: LoggedInContext, id: number) {
  const row = await findVisibleAlert(deps.db, id, rights[actor.role].manages, today(deps.env.COUNTY_TIME_ZONE))
  if (!row) throw new AppError('missing', messages.notFound)
  return row
}

/** The owner of the saved alert: an administrator names a user; USER and GUEST always save their own. */
async function findOwner(
  { deps, actor }: LoggedInContext,
  userId: number | null | undefined,
): Promise<{ id: number; username: string }> {
  if (!rights[actor.role].controlPanel) return actor
  if (!userId) assertNoProblems({ userId: messages.required })
  return findVisibleUser(deps.db, actor, userId ?? 0)
}

/** The alert's owner before the save: an administrator may give it to another user, with that user's recipients. */
async function readFormerOwner(ctx: LoggedInContext, id: number | null | undefined): Promise<{ from?: number }> {
  if (!id || !rights[ctx.actor.role].controlPanel) return {}
  const row = await visibleAlert(ctx, id)
  assertHasOwner(row)
  return { from: row.user_id ?? 0 }
}

/** The alerts of users, for administrators; documented userView/alert is also a save by an administrator. */
export const controlPanelAlerts = {
  alerts: admins
    .meta({ rest: ['POST /controlPanel/alerts'], from: withExactTotal })
    .input(listInput)
    .query(async ({ ctx, input }): Promise<Reply<PanelAlertList>> => ({ content: await readList(ctx, input) })),

  /** The total that a list left out. */
  alertCount: admins
    .meta({ rest: [] })
    .input(panelAlertFilter)
    .query(async ({ ctx, input }): Promise<Reply<{ total: number }>> => ({
      content: { total: await countPanelAlertList(ctx.deps, { ...input, asRole: ctx.actor.role }) },
    })),

  /** The names of a list's filters, since the URL holds only ids. */
  filterNames: admins
    .meta({ rest: [] })
    .input(panelAlertFilter.pick({ userId: true, emailAddressId: true, phoneNumberId: true }))
    .query(async ({ ctx, input }): Promise<Reply<FilterNames>> => ({
      content: await readFilterNames(ctx.deps.db, input, ctx.actor.role),
    })),

  saveAlert: loggedIn
    .meta({ rest: ['POST /controlPanel/alert'] })
    .input(alertInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; alerts: AlertView[] }>> => {
      const owner = await findOwner(ctx, input.userId)
      const { id, message } = await saveAlert(ctx.deps, ctx.actor, input, {
        owner,
        version: input.version,
        session: ctx.actor.session,
        ...(await readFormerOwner(ctx, input.id)),
      })
      const { alerts } = await readAlertPage(ctx.deps, { userId: owner.id })
      return { message, content: { id, alerts } }
    }),

  /** New alerts of a user, all or none: one for each parcel of an address. */
  saveAlerts: admins
    .meta({ rest: [] })
    .input(alertsInput.extend({ userId: id }))
    .mutation(async ({ ctx, input }): Promise<Reply<{ ids: number[] }>> => {
      const owner = await findVisibleUser(ctx.deps.db, ctx.actor, input.userId)
      const { ids, message } = await saveAlerts(ctx.deps, ctx.actor, input.alerts, owner)
      return { message, content: { ids } }
    }),

  /** An alert of a user whom the administrator may see, or one from the legacy version. */
  alert: admins
    .meta({ rest: ['GET /controlPanel/alert/:id', 'GET /controlPanel/alertView/:id'] })
    .input(idInPath)
    .query(async ({ ctx, input }): Promise<PanelAlert> => {
      const row = await visibleAlert(ctx, input.id)
      return {
        content: await describeAlert(ctx.deps.db, row),
        version: row.version,
        stops: await listAlertSuppressions(ctx.deps.db, row.id),
        exceptions: await readExceptions(ctx.deps.db, row.id, ctx.deps.env.COUNTY_TIME_ZONE),
      }
    }),

  /** Removes what 'This is not about me' left out of a user's alert. */
  alertExceptionRemove: admins
    .meta({ rest: [] })
    .input(exceptionInput)
    .mutation(async ({ ctx, input }): Promise<Reply<ExceptionView[]>> => ({
      content: await removePanelException(ctx.deps, ctx.actor, input),
    })),

  /** A user's alert with the same criteria, if there is one. */
  sameAlert: admins
    .meta({ rest: [] })
    .input(sameAlertInput.extend({ userId: id }))
    .query(async ({ ctx, input }): Promise<Reply<{ name: string } | null>> => {
      const { id } = await findVisibleUser(ctx.deps.db, ctx.actor, input.userId)
      return { content: (await findSameAlert(ctx.deps.db, { ...input, userId: id })) ?? null }
    }),

  /** The names of a user's alerts, so that a new one gets another. */
  alertNames: admins
    .meta({ rest: [] })
    .input(z.strictObject({ userId: id }))
    .query(async ({ ctx, input }): Promise<Reply<string[]>> => {
      const owner = await findVisibleUser(ctx.deps.db, ctx.actor, input.userId)
      return { content: await listAlertNames(ctx.deps.db, owner.id) }
    }),

  alertDelete: admins
    .meta({ from: withExactTotal })
    .input(rowInput.extend({ accountId: z.unknown().optional() }))
    .mutation(async ({ ctx, input: { alertId, accountId: _ignored, ...list } }): Promise<Reply<PanelAlertList>> => {
      await removePanelAlert(ctx.deps, ctx.actor, alertId)
      return { message: 'Alert deleted.', content: await readList(ctx, list) }
    }),

  alertChangeStatusList: admins
    .meta({ from: withExactTotal })
    .input(rowInput)
    .mutation(async ({ ctx, input: { alertId, ...list } }): Promise<Reply<PanelAlertList>> => {
      const message = await changeAlertStatus(ctx.deps, ctx.actor, alertId)
      return { message, content: await readList(ctx, list) }
    }),
}
