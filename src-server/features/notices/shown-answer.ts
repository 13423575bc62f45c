import { parsePhone } from '#shared/domain/phone.ts'
import type { NewestAnswer } from '#server/platform/newest-answer.queries.ts'
import type { NoticeDetails } from './notice.queries.ts'

/** Whoever opens a page: the signed-in user, if any. */
export type Reader = { id: number } | null

/**
 * Whether the reader owns the notice: as the signed-in user, or as holder of a link to the account's own email or
 * phone.
 */
function isOwner({ userId, channel, target, ownerEmail, ownerPhone }: NoticeDetails, reader: Reader): boolean {
  if (userId === null) return false
  if (reader?.id === userId) return true
  switch (channel) {
    case 'EMAIL':
      return ownerEmail?.toLowerCase() === target.toLowerCase()
    case 'PHONE': {
      const own = parsePhone(ownerPhone ?? '', true)
      return 'number' in own && own.number === target
    }
  }
}

/**
 * The answer that a page shows: the one that counts, as in the history. Whoever else was sent the message sees only what
 * was answered there: more would reveal who gets alerts and what they answered.
 */
export function findShownAnswer(
  notice: NoticeDetails,
  reader: Reader,
): Pick<NewestAnswer, 'noticeId' | 'target' | 'answer'> | null {
  const { id, target, answer, newest } = notice
  if (isOwner(notice, reader)) return newest
  return answer === null ? null : { noticeId: id, target, answer }
}
