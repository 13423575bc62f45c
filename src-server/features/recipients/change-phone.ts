import type { StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { listAlertIds, withNoticeChanges } from '../notice-changes/public.ts'
import { changePhone, lockVisiblePhone, type PhoneChange } from './panel-recipients.queries.ts'

type Act = {
  change: () => PhoneChange
  description: string
  /** Why the request is refused for a phone in that state. */
  refusal: (validated: boolean, shown: string) => string | null
  done: (shown: string) => string
}

/** What staff do with a phone of the list; validating it says that it can receive texts. */
const acts = {
  validate: {
    change: () => ({ validated_at: new Date(), validation_problem: '' }),
    description: 'Staff validated a phone.',
    refusal: (validated, shown) => (validated ? `${shown} is already validated.` : null),
    done: (shown) => `${shown} was validated.`,
  },
  invalidate: {
    change: () => ({ validated_at: null }),
    description: 'Staff invalidated a phone.',
    refusal: (validated, shown) => (validated ? null : `${shown} is not validated.`),
    done: (shown) => `${shown} was invalidated. It gets no texts until it is validated.`,
  },
  reset: {
    change: () => ({ validation_attempts: 0, verification_attempts: 0 }),
    description: 'Staff reset the attempts of a phone.',
    refusal: () => null,
    done: (shown) => `The attempts of ${shown} were reset.`,
  },
} as const satisfies Record<string, Act>
export type PhoneAct = keyof typeof acts

/**
 * Validates, invalidates or resets the counters of a phone whose owner the administrator may see.
 * @returns the message for the administrator
 * @throws AppError `missing`; `refused` if it is in that state already
 */
export function applyPhoneAct(
  deps: Pick<ServerDeps, 'db' | 'enqueue' | 'env'>,
  actor: StaffActor,
  act: PhoneAct,
  id: number,
): Promise<string> {
  const { change, description, refusal, done }: Act = acts[act]
  return inTransaction(deps.db, async (tx) => {
    const phone = await lockVisiblePhone(tx, id, actor.role)
    if (!phone) throw new AppError('missing', messages.notFound)
    const shown = formatPhone(phone.number)
    const validated = phone.validated_at !== null
    const refused = refusal(validated, shown)
    if (refused) throw new AppError('refused', refused)
    const alertIds = act === 'invalidate' ? await listAlertIds(tx, { channel: 'PHONE', recipientId: id }) : []
    await withNoticeChanges(tx, deps, { alertIds, actor }, () => changePhone(tx, id, change()))
    await writeAudit(tx, {
      type: 'RECIPIENT',
      actor,
      subject: phone.owner_id === null ? null : { id: phone.owner_id },
      description,
      oldValue: { channel: 'PHONE', target: phone.number, validated },
      newValue: { channel: 'PHONE', target: phone.number, validated: act === 'reset' ? validated : act === 'validate' },
      address: actor.address,
    })
    await deps.enqueue(tx, 'wakeDelivery', {})
    return done(shown)
  })
}
