import { isOwnershipDocument } from '#shared/domain/notice/document-types.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { listWaitingRecords, type WaitingRecord } from './record-history.queries.ts'

export type Unanswered = {
  /** Records of the last 30 days that matched an alert of the user, answered or not. */
  matched: number
  /** Those that the user ever answered. About some nothing was asked, since no message was sent. */
  answered: number
  /** Those that wait for an answer. */
  total: number
  /** The first of them. */
  first: WaitingRecord[]
}

/** A deed on a parcel that the user watches is the most urgent; a forged one is why the service exists. */
const rankUrgency = (record: WaitingRecord): number =>
  (record.isOnOwnParcel ? 2 : 0) + (isOwnershipDocument(record) ? 1 : 0)

/** The records that wait for an answer of the user: the user's own property and deeds first, then the newest. */
export async function listUnanswered(db: Db, userId: number, limit: number): Promise<Unanswered> {
  const { matched, answered, total, records } = await listWaitingRecords(db, userId)
  const first = records.toSorted((a, b) => rankUrgency(b) - rankUrgency(a)).slice(0, limit)
  return { matched, answered, total, first }
}
