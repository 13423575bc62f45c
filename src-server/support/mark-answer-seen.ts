import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import type { UserContext } from '../trpc/context.ts'
import { markSeen } from './wrong-answers.queries.ts'

/**
 * Notes that staff have dealt with an answer 'This looks wrong'.
 * @throws AppError missing where there is none that is open, or its owner is not for the caller to see
 */
export async function markAnswerSeen({ db, user, address }: UserContext, noticeId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const seen = await markSeen(tx, { noticeId, seenBy: user.id, manages: rights[user.role].manages })
    if (!seen) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: user,
      subject: seen.userId === null ? null : { id: seen.userId },
      description: `Marked the answer "This looks wrong" about document ${seen.documentId || '(gone)'} as dealt with`,
      address,
    })
  })
}
