import { parseReply } from '#shared/domain/recipient/reply.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { liftTextStop, suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { countAnswersToday, findOpenRequests, listTextsAfter, verifyPhoneByReply } from './callback.queries.ts'

const maxAnswersPerDay = 3

/** Acts on a reply to one of our texts. The provider itself confirms STOP and START, so we send no answer to these. */
export async function applyReply(tx: Tx, { from, body, at }: { from: string; body: string; at: Date }): Promise<void> {
  switch (parseReply(body)) {
    case 'stop':
      if ((await listTextsAfter(tx, from, at)).some((later) => parseReply(later) === 'start')) return
      await suppress(tx, { channel: 'PHONE', target: from, reason: 'stop', detail: 'Replied STOP.', at })
      return
    case 'start':
      await liftTextStop(tx, from, at)
      return
    case 'help':
      await sendAnswer(tx, from, 'help-text')
      return
    case 'yes':
      await applyYes(tx, from, at)
      return
    case 'other':
  }
}

/**
 * A waiting verification comes before any other meaning of YES; without one, YES lifts a STOP, as it does at the
 * provider.
 */
async function applyYes(tx: Tx, from: string, at: Date): Promise<void> {
  const [request, another] = await findOpenRequests(tx, from)
  if (another) return sendAnswer(tx, from, 'yes-unclear-text')
  if (!request) {
    await liftTextStop(tx, from, at)
    return
  }
  await verifyPhoneByReply(tx, request.phoneId)
  await writeAudit(tx, {
    type: 'RECIPIENT',
    description: 'Verified a phone by the reply YES.',
    newValue: { channel: 'PHONE', target: from },
  })
}

async function sendAnswer(tx: Tx, to: string, template: 'help-text' | 'yes-unclear-text'): Promise<void> {
  if ((await countAnswersToday(tx, to)) >= maxAnswersPerDay) return
  await queueNotice(tx, { kind: 'account', template, channel: 'PHONE', target: to, userId: null, data: {} })
}
