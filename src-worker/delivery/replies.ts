import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { liftStop, suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import { parseReply } from '#shared/domain/recipient/reply.ts'
import { answersToday, openRequests, textsAfter, verifyPhone } from './callback.queries.ts'

const mostAnswersADay = 3

/**
 * Does what a reply to one of our texts asks for (decisions, section 8). STOP, START and their confirmations: the
 * provider sends its own, so we send none.
 */
export async function applyReply(tx: Tx, { from, body, at }: { from: string; body: string; at: Date }): Promise<void> {
  switch (parseReply(body)) {
    case 'stop':
      if ((await textsAfter(tx, from, at)).some((later) => parseReply(later) === 'start')) return
      await suppress(tx, { channel: 'PHONE', target: from, reason: 'stop', detail: 'Replied STOP.', at })
      return
    case 'start':
      await liftStop(tx, from, at)
      return
    case 'help':
      await answer(tx, from, 'help-text')
      return
    case 'yes':
      await confirm(tx, from, at)
      return
    case 'other':
  }
}

/** A waiting confirmation comes before any other meaning of YES; without one it undoes a STOP, as at the provider. */
async function confirm(tx: Tx, from: string, at: Date): Promise<void> {
  const [request, another] = await openRequests(tx, from)
  if (another) return answer(tx, from, 'yes-unclear-text')
  if (!request) {
    await liftStop(tx, from, at)
    return
  }
  await verifyPhone(tx, request.phoneId)
  await writeAudit(tx, {
    type: 'RECIPIENT',
    description: 'A phone was confirmed by the reply YES.',
    newValue: { channel: 'PHONE', target: from },
  })
}

async function answer(tx: Tx, to: string, template: 'help-text' | 'yes-unclear-text'): Promise<void> {
  if ((await answersToday(tx, to)) >= mostAnswersADay) return
  await queueNotice(tx, { kind: 'account', template, channel: 'PHONE', target: to, userId: null, data: {} })
}
