import { z } from 'zod'
import { alertInput, type AlertView, sameAlertInput } from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { paged, panelAlertFilter, toLimitOffset } from '#shared/contract/paging.ts'
import { rights } from '#shared/contract/roles.ts'
import { today } from '#shared/domain/dates.ts'
import { findAlertOfRoles } from '#server/features/alerts/alert.queries.ts'
import { alertView } from '#server/features/alerts/alert-view.ts'
import { changeAlertStatus, refuseTakenOver, removePanelAlert } from '#server/features/alerts/change-alert-status.ts'
import { alertPage } from '#server/features/alerts/list-alerts.ts'
import { panelAlertCount, panelAlertList, type PanelAlertList } from '#server/features/alerts/list-panel-alerts.ts'
import { findSameAlert } from '#server/features/alerts/same-alert.queries.ts'
import { saveAlert } from '#server/features/alerts/save-alert.ts'
import { type AlertStop, stopsOfAlert } from '#server/features/recipients/alert-suppressions.queries.ts'
import { type FilterNames, filterNames } from '#server/features/recipients/panel-recipients.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { idInPath } from '#server/trpc/id-in-path.ts'
import { admins, type RestRequest, signedIn } from '#server/trpc/init.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { visibleUser } from '#server/platform/visible-user.ts'

/** `exact` is REST's: its total is always the whole one; a screen asks for a large number by itself. */
const listInput = panelAlertFilter.extend({ ...paged, exact: z.boolean().optional() })
const rowInput = listInput.extend({ alertId: id })
const exactly = ({ body }: RestRequest) => ({ ...body, exact: true })

const staff = ({ user, address }: UserContext) => ({ id: user.id, username: user.username, role: user.role, address })

function listOf(ctx: UserContext, { page, exact = false, ...filter }: z.output<typeof listInput>) {
  return panelAlertList(ctx, { ...filter, asRole: ctx.user.role }, { ...toLimitOffset(page), exact })
}

async function visibleAlert(ctx: UserContext, id: number) {
  const row = await findAlertOfRoles(ctx.db, id, rights[ctx.user.role].manages)
  if (!row) throw new AppError('missing', messages.notFound)
  return row
}

/** Whose alert is saved: an administrator names a user; USER and GUEST save their own, whatever they name. */
async function ownerOf(ctx: UserContext, userId: number | null | undefined): Promise<{ id: number; username: string }> {
  if (!rights[ctx.user.role].controlPanel) return ctx.user
  if (!userId) refuseFields({ userId: messages.required })
  return visibleUser(ctx, userId ?? 0)
}

/** Whose alert it was until now: an administrator may give an alert to another user, with recipients of that user's. */
async function heldBy(ctx: UserContext, id: number | null | undefined): Promise<{ from?: number }> {
  if (!id || !rights[ctx.user.role].controlPanel) return {}
  const row = await visibleAlert(ctx, id)
  refuseTakenOver(row)
  return { from: row.user_id ?? 0 }
}

/** The alerts of users, for administrators; the save is also the documented second reading of userView/alert. */
export const controlPanelAlerts = {
  alerts: admins
    .meta({ rest: ['POST /controlPanel/alerts'], from: exactly })
    .input(listInput)
    .query(async ({ ctx, input }): Promise<Reply<PanelAlertList>> => ({ content: await listOf(ctx, input) })),

  /** The number of a list that answered none. */
  alertCount: admins
    .meta({ rest: [] })
    .input(panelAlertFilter)
    .query(async ({ ctx, input }): Promise<Reply<{ total: number }>> => ({
      content: { total: await panelAlertCount(ctx, { ...input, asRole: ctx.user.role }) },
    })),

  /** What a list is narrowed to, by name: the address holds ids alone. */
  filterNames: admins
    .meta({ rest: [] })
    .input(panelAlertFilter.pick({ userId: true, emailAddressId: true, phoneNumberId: true }))
    .query(async ({ ctx, input }): Promise<Reply<FilterNames>> => ({
      content: await filterNames(ctx.db, input, ctx.user.role),
    })),

  saveAlert: signedIn
    .meta({ rest: ['POST /controlPanel/alert'] })
    .input(alertInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; alerts: AlertView[] }>> => {
      const owner = await ownerOf(ctx, input.userId)
      const { id, message } = await saveAlert(ctx, input, owner, staff(ctx), {
        version: input.version,
        ...(await heldBy(ctx, input.id)),
      })
      const { alerts } = await alertPage(ctx, { userId: owner.id })
      return { message, content: { id, alerts } }
    }),

  /** An alert of a user whom the administrator may see, or one taken over from the legacy version. */
  alert: admins
    .meta({ rest: ['GET /controlPanel/alert/:id', 'GET /controlPanel/alertView/:id'] })
    .input(idInPath)
    .query(async ({ ctx, input }): Promise<Reply<AlertView> & { version: number; stops: AlertStop[] }> => {
      const row = await visibleAlert(ctx, input.id)
      return {
        content: alertView(row, today(ctx.env.COUNTY_TIME_ZONE)),
        version: row.version,
        stops: await stopsOfAlert(ctx.db, row.id),
      }
    }),

  /** The alert of a user that watches the same, if there is one. */
  sameAlert: admins
    .meta({ rest: [] })
    .input(sameAlertInput.extend({ userId: id }))
    .query(async ({ ctx, input }): Promise<Reply<{ name: string } | null>> => {
      const { id } = await visibleUser(ctx, input.userId)
      return { content: (await findSameAlert(ctx.db, { ...input, userId: id })) ?? null }
    }),

  alertDelete: admins
    .meta({ from: exactly })
    .input(rowInput.extend({ accountId: z.unknown().optional() }))
    .mutation(async ({ ctx, input: { alertId, accountId: _ignored, ...list } }): Promise<Reply<PanelAlertList>> => {
      await removePanelAlert(ctx, alertId, staff(ctx))
      return { message: 'Alert deleted.', content: await listOf(ctx, list) }
    }),

  alertChangeStatusList: admins
    .meta({ from: exactly })
    .input(rowInput)
    .mutation(async ({ ctx, input: { alertId, ...list } }): Promise<Reply<PanelAlertList>> => {
      const message = await changeAlertStatus(ctx, alertId, staff(ctx))
      return { message, content: await listOf(ctx, list) }
    }),
}
