import type { NewestAnswer } from '#server/platform/newest-answer.queries.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import type { NoticeDetails } from './notice.queries.ts'

/** The reader of a page: the logged-in user, if there is one. */
export type Reader = { id: number } | null

/**
 * Whether the reader owns the notice: as the logged-in user, or as holder of a link to the account's own email or
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

/** The answers that the page of a notice shows. */
export type ShownAnswers = {
  /** The reader's own, which they may take back. */
  given: NewestAnswer | null
  /** The answer that counts, if another reader gave it to another message: it names neither them nor their address. */
  others: NoticeAnswer | null
}

/**
 * Each page shows the one answer that counts, as the history does. To its owner it is theirs, whichever message it was
 * given to. Any other recipient of the message takes back only an answer that was given there.
 */
export function findShownAnswers(notice: NoticeDetails, reader: Reader): ShownAnswers {
  const { id, newest } = notice
  if (newest === null || newest.noticeId === id || isOwner(notice, reader)) return { given: newest, others: null }
  return { given: null, others: newest.answer }
}
