import { z } from 'zod'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { id } from '#shared/contract/id.ts'
import { messages } from '#shared/contract/messages.ts'
import { paged, panelRecipientFilter, toLimitOffset } from '#shared/contract/paging.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { applyPhoneAct, type PhoneAct } from '../features/recipients/change-phone.ts'
import {
  readEmailGroups,
  readEmailList,
  readPhoneGroups,
  readPhoneList,
} from '../features/recipients/list-recipients.ts'
import { countRecipients, lockVisiblePhone } from '../features/recipients/panel-recipients.queries.ts'
import { sendTestText, type TestTextResult } from '../features/recipients/send-test-text.ts'
import type { Actor } from '../platform/actor.ts'
import { createProblemsError } from '../platform/assert-no-problems.ts'
import { admins, type RestRequest, technical } from '../trpc/init.ts'

const idOnly = z.strictObject({ id })
const groupFilter = panelRecipientFilter.omit({ statusType: true })
const groupInput = groupFilter.extend({ page: z.number().int().min(1).max(1_000_000) })
const listInput = panelRecipientFilter.extend({ ...paged, exact: z.boolean().optional() })
const withExactTotal = ({ body }: RestRequest) => ({ ...body, exact: true })

/** The filter and the part of the list to return. */
function toListArguments<Filter extends object>(
  { role }: Actor,
  { page, exact = false, ...filter }: Filter & { page?: number | null | undefined; exact?: boolean | undefined },
) {
  return [
    { ...filter, asRole: role },
    { ...toLimitOffset(page), exact },
  ] as const
}

const phoneAct = (act: PhoneAct) =>
  admins.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
    message: await applyPhoneAct(ctx.deps, ctx.actor, act, input.id),
    content: null,
  }))

/** The email addresses and phones of all alerts, for administrators, and the test texts. */
export const controlPanelRecipients = {
  emails: admins
    .meta({ rest: ['POST /controlPanel/emails'], from: withExactTotal })
    .input(listInput)
    .query(async ({ ctx, input }): Promise<Reply<Awaited<ReturnType<typeof readEmailList>>>> => ({
      content: await readEmailList(ctx.deps, ...toListArguments(ctx.actor, input)),
    })),

  phones: admins
    .meta({ rest: ['POST /controlPanel/phones'], from: withExactTotal })
    .input(listInput)
    .query(async ({ ctx, input }): Promise<Reply<Awaited<ReturnType<typeof readPhoneList>>>> => ({
      content: await readPhoneList(ctx.deps, ...toListArguments(ctx.actor, input)),
    })),

  /** The screens' lists: a row is an address or number with all of its owners. */
  emailGroups: admins
    .meta({ rest: [] })
    .input(groupInput)
    .query(async ({ ctx, input }): Promise<Reply<Awaited<ReturnType<typeof readEmailGroups>>>> => ({
      content: await readEmailGroups(ctx.deps, ...toListArguments(ctx.actor, input)),
    })),

  phoneGroups: admins
    .meta({ rest: [] })
    .input(groupInput)
    .query(async ({ ctx, input }): Promise<Reply<Awaited<ReturnType<typeof readPhoneGroups>>>> => ({
      content: await readPhoneGroups(ctx.deps, ...toListArguments(ctx.actor, input)),
    })),

  /** The total of addresses or numbers that these pages left out. */
  recipientCount: admins
    .meta({ rest: [] })
    .input(groupFilter.extend({ kind: z.enum(['EMAIL', 'PHONE']) }))
    .query(async ({ ctx, input: { kind, ...filter } }): Promise<Reply<{ total: number }>> => {
      const asked = { ...filter, byAddress: true, asRole: ctx.actor.role }
      return { content: { total: await countRecipients(ctx.deps.db, kind, asked) } }
    }),

  validatePhone: phoneAct('validate'),
  invalidatePhone: phoneAct('invalidate'),
  resetPhone: phoneAct('reset'),

  /** SMS: one test text; waits up to 10 s for its outcome. */
  helloUser: admins.input(idOnly).mutation(async ({ ctx, input }): Promise<Reply<TestTextResult['content']>> => {
    const phone = await inTransaction(ctx.deps.db, (tx) => lockVisiblePhone(tx, input.id, ctx.actor.role))
    if (!phone) throw new AppError('missing', messages.notFound)
    const text = { number: phone.number, recipientId: phone.id, userId: phone.owner_id }
    return sendTestText(ctx.deps, ctx.actor, text)
  }),

  /** Hello World: a test text to any number. */
  helloWorld: technical
    .input(z.strictObject({ phoneNumber: z.string().trim().min(1, messages.required).max(40) }))
    .mutation(async ({ ctx, input }): Promise<Reply<TestTextResult['content']>> => {
      const { service } = await ctx.deps.settings.current()
      const read = parsePhone(input.phoneNumber, service.otherCountries)
      if ('problem' in read) throw createProblemsError({ phoneNumber: read.problem })
      return sendTestText(ctx.deps, ctx.actor, { number: read.number })
    }),
}
