import { z } from 'zod'
import { alertInput, type AlertView } from '#shared/contract/alert.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { today } from '#shared/rules/dates.ts'
import { findAlertOfRoles } from '../../alerts/alert.queries.ts'
import { alertView } from '../../alerts/alert-view.ts'
import { alertPage } from '../../alerts/list-alerts.ts'
import { saveAlert } from '../../alerts/save-alert.ts'
import type { UserContext } from '../../trpc/context.ts'
import { admins, signedIn } from '../../trpc/init.ts'
import { refuseFields } from '../../users/refuse-fields.ts'
import { visibleUser } from '../../users/visible-user.ts'

const idOnly = z.strictObject({ id: z.coerce.number().int() })

/** Whose alert is saved: an administrator names a user; USER and GUEST save their own, whatever they name. */
async function ownerOf(ctx: UserContext, userId: number | null | undefined): Promise<{ id: number; username: string }> {
  if (!rights[ctx.user.role].controlPanel) return ctx.user
  if (!userId) refuseFields({ userId: messages.required })
  return visibleUser(ctx, userId ?? 0)
}

/** The alerts of users, for administrators; the save is also the documented second reading of userView/alert. */
export const controlPanelAlerts = {
  saveAlert: signedIn
    .meta({ rest: ['POST /controlPanel/alert'] })
    .input(alertInput)
    .mutation(async ({ ctx, input }): Promise<Reply<{ id: number; alerts: AlertView[] }>> => {
      const owner = await ownerOf(ctx, input.userId)
      const actor = { id: ctx.user.id, username: ctx.user.username, address: ctx.address }
      const { id, message } = await saveAlert(ctx, input, owner, actor)
      const { alerts } = await alertPage(ctx, { userId: owner.id })
      return { message, content: { id, alerts } }
    }),

  /** An alert of a user whom the administrator may see, or one taken over from the legacy version. */
  alert: admins
    .meta({ rest: ['GET /controlPanel/alert/:id', 'GET /controlPanel/alertView/:id'] })
    .input(idOnly)
    .query(async ({ ctx, input }): Promise<Reply<AlertView>> => {
      const row = await findAlertOfRoles(ctx.db, input.id, rights[ctx.user.role].manages)
      if (!row) throw new AppError('missing', messages.notFound)
      return { content: alertView(row, today(ctx.env.COUNTY_TIME_ZONE)) }
    }),
}
