import { parsePhone } from '#shared/domain/phone.ts'
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
 * The answer that a page shows: to its own message, or else, as in the history, to another message about the record.
 * Only the owner sees the latter, since it reveals who else gets alerts and what they answered.
 */
export function findShownAnswer(notice: NoticeDetails, reader: Reader): NoticeDetails['elsewhere'] {
  const { id, target, answer, elsewhere } = notice
  if (answer !== null) return { noticeId: id, target, answer }
  return isOwner(notice, reader) ? elsewhere : null
}
