import { z } from 'zod'
import { listOwnRecipients, type OwnRecipientRow } from '#server/features/recipients/change-recipient.queries.ts'
import { correctRecipient } from '#server/features/recipients/correct-recipient.ts'
import { removeRecipient } from '#server/features/recipients/remove-recipient.ts'
import { loggedIn } from '#server/trpc/init.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'

const key = { channel: z.enum(['EMAIL', 'PHONE']), id: z.number().int() }
/** Staff only: the old address or number belongs to another person, so it gets nothing more. */
const belongsToOther = z.boolean().optional()
const correctionInput = z.strictObject({
  ...key,
  value: z.string().trim().max(100),
  acknowledged: z.boolean(),
  belongsToOther,
})

/** A recipient of the reader's alerts. `value`: as it is shown; `alerts`: how many use it. */
export type OwnRecipient = Pick<OwnRecipientRow, 'channel' | 'id' | 'verified' | 'alerts'> & {
  value: string
  stopReason: SuppressionReason | ''
  /** The last day on which it gets notices of an alert that no longer has it, MM/DD/YYYY; or ''. */
  keptUntil: string
}

/**
 * The addresses and numbers of a user's alerts as a list of their own, only for the screens: listed, corrected and
 * removed. Staff correct and remove them for users whom they may see.
 */
export const ownRecipientProcedures = {
  recipients: loggedIn.meta({ rest: [] }).query(async ({ ctx }): Promise<Reply<OwnRecipient[]>> => ({
    content: (await listOwnRecipients(ctx.deps.db, ctx.actor.id, ctx.deps.env.COUNTY_TIME_ZONE)).map(
      ({ target, stopReason, keptUntil, ...recipient }) => ({
        ...recipient,
        value: formatTarget(recipient.channel, target),
        stopReason: stopReason ?? '',
        keptUntil: dayToWire(keptUntil),
      }),
    ),
  })),

  recipientCorrect: loggedIn
    .meta({ rest: [] })
    .input(correctionInput)
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
      message: await correctRecipient(ctx.deps, ctx.actor, input),
      content: null,
    })),

  recipientRemove: loggedIn
    .meta({ rest: [] })
    .input(z.strictObject({ ...key, belongsToOther }))
    .mutation(async ({ ctx, input }): Promise<Reply<null>> => ({
      message: await removeRecipient(ctx.deps, ctx.actor, input),
      content: null,
    })),
}
