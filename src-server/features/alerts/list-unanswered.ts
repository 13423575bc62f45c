import { isOwnershipDocument } from '#shared/domain/notice/document-types.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { listWaitingRecords, type WaitingRecord } from './record-history.queries.ts'

export type Unanswered = {
  /** Records of the last 30 days that matched an alert of the user, answered or not. */
  matched: number
  /**
   * Records that the user has answered. We asked about only some of the matched records, since some sent no message.
   */
  answered: number
  /** Records that wait for an answer. */
  total: number
  /** The first of the waiting records. */
  first: WaitingRecord[]
}

/** A deed on a parcel that the user watches is the most urgent; a forged one is why the service exists. */
const rankUrgency = (record: WaitingRecord): number =>
  (record.isOnOwnParcel ? 2 : 0) + (isOwnershipDocument(record) ? 1 : 0)

/** The records that wait for the user's answer: those on the user's own property and deeds first, then the newest. */
export async function listUnanswered(db: Db, userId: number, limit: number): Promise<Unanswered> {
  const { matched, answered, total, records } = await listWaitingRecords(db, userId)
  const first = records.toSorted((a, b) => rankUrgency(b) - rankUrgency(a)).slice(0, limit)
  return { matched, answered, total, first }
}
