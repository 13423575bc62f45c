import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { paged, panelRecipientFilter, toLimitOffset } from '#shared/contract/paging.ts'
import { actOnPhone, type PhoneAct } from '../features/recipients/change-phone.ts'
import { emailList, phoneList } from '../features/recipients/list-recipients.ts'
import { countRecipients, lockVisiblePhone } from '../features/recipients/panel-recipients.queries.ts'
import { sendTestText } from '../features/recipients/send-test-text.ts'
import type { UserContext } from '../trpc/context.ts'
import { admins, type RestRequest } from '../trpc/init.ts'

const idOnly = z.strictObject({ id })
const listInput = panelRecipientFilter.extend({ ...paged, exact: z.boolean().optional() })
const exactly = ({ body }: RestRequest) => ({ ...body, exact: true })

const staff = ({ user, address }: UserContext) => ({ id: user.id, username: user.username, role: user.role, address })

/** The filter and what is asked of the list. */
function asked(ctx: UserContext, { page, exact = false, ...filter }: z.output<typeof listInput>) {
  return [
    { ...filter, asRole: ctx.user.role },
    { ...toLimitOffset(page), exact },
  ] as const
}

const phoneAct = (act: PhoneAct) =>
  admins.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
    message: await actOnPhone(ctx, act, input.id, staff(ctx)),
    content: null,
  }))

/** The email addresses and phones of all alerts, for administrators. */
export const controlPanelRecipients = {
  emails: admins
    .meta({ rest: ['POST /controlPanel/emails'], from: exactly })
    .input(listInput)
    .query(async ({ ctx, input }): Promise<Reply<Awaited<ReturnType<typeof emailList>>>> => ({
      content: await emailList(ctx, ...asked(ctx, input)),
    })),

  phones: admins
    .meta({ rest: ['POST /controlPanel/phones'], from: exactly })
    .input(listInput)
    .query(async ({ ctx, input }): Promise<Reply<Awaited<ReturnType<typeof phoneList>>>> => ({
      content: await phoneList(ctx, ...asked(ctx, input)),
    })),

  /** The number of a list that answered none. */
  recipientCount: admins
    .meta({ rest: [] })
    .input(panelRecipientFilter.extend({ kind: z.enum(['EMAIL', 'PHONE']) }))
    .query(async ({ ctx, input: { kind, ...filter } }): Promise<Reply<{ total: number }>> => ({
      content: { total: await countRecipients(ctx.db, kind, { ...filter, asRole: ctx.user.role }) },
    })),

  validatePhone: phoneAct('validate'),
  invalidatePhone: phoneAct('invalidate'),
  resetPhone: phoneAct('reset'),

  /** SMS: one test text, whose outcome is awaited up to 10 s (decisions, section 5). */
  helloUser: admins.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => {
    const phone = await ctx.db.transaction().execute((tx) => lockVisiblePhone(tx, input.id, ctx.user.role))
    if (!phone) throw new AppError('missing', messages.notFound)
    const text = { number: phone.number, recipientId: phone.id, userId: phone.owner_id }
    return { message: await sendTestText(ctx, text, staff(ctx)), content: null }
  }),
}
