import { sql } from 'kysely'
import type { OutgoingEventView } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/db/client.ts'
import { formatRecorded, formatTime } from '#shared/rules/dates.ts'
import { showPhone } from '#shared/rules/phone.ts'

export type HistoryFilter = { userId: number; filterText?: string; emailAddressId?: number; phoneNumberId?: number }

function filtered(db: Db, { userId, filterText, emailAddressId, phoneNumberId }: HistoryFilter) {
  let query = db.selectFrom('outgoing_event').where('outgoing_event.user_id', '=', userId)
  if (emailAddressId)
    query = query
      .where('outgoing_event.channel', '=', 'EMAIL')
      .where('outgoing_event.recipient_id', '=', emailAddressId)
  if (phoneNumberId)
    query = query.where('outgoing_event.channel', '=', 'PHONE').where('outgoing_event.recipient_id', '=', phoneNumberId)
  if (filterText) {
    const like = `%${filterText.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((eb) =>
      eb.or([
        eb(sql`lower(outgoing_event.alert_name)`, 'like', like),
        eb(sql`lower(outgoing_event.criteria)`, 'like', like),
        eb(sql`lower(outgoing_event.target)`, 'like', like),
      ]),
    )
  }
  return query
}

/** The history of one user, newest first: one row per record, alert and recipient. */
export async function listHistory(
  db: Db,
  filter: HistoryFilter,
  { timeZone, limit, offset = 0 }: { timeZone: string; limit: number; offset?: number },
): Promise<OutgoingEventView[]> {
  const rows = await filtered(db, filter)
    .innerJoin('event', 'event.id', 'outgoing_event.event_id')
    .leftJoin('notice', 'notice.id', 'outgoing_event.notice_id')
    .select([
      'outgoing_event.id',
      'alert_name',
      'criteria',
      'outgoing_event.channel',
      'outgoing_event.target',
      'outgoing_event.match',
      'unsent_reason',
    ])
    .select([
      'outgoing_event.created_at',
      'notice.accepted_at',
      'notice.state',
      'notice.reason',
      'notice.possibly_twice',
    ])
    .select([
      'document_id',
      'document_type',
      'document_description',
      'document_url',
      'recorded_at',
      'recorded_on',
      'recorded_has_time',
    ])
    .orderBy('outgoing_event.created_at', 'desc')
    .orderBy('outgoing_event.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    alertName: row.alert_name,
    deliveredTimestampFormatted: formatTime(row.accepted_at, timeZone),
    deliveryMethodType: row.channel,
    deliveryTarget: row.channel === 'PHONE' ? showPhone(row.target) : row.target,
    combinedCriteria: row.criteria,
    documentIdentifer: row.document_id,
    incomingEventCombinedCriteria: row.match.recordRaw,
    documentDescription: row.document_description || row.document_type,
    recordedTimestampFormatted: formatRecorded(row, timeZone),
    eventTimestampFormatted: formatTime(row.created_at, timeZone),
    sentence: row.match.sentence,
    documentUrl: row.document_url,
    deliveryState: row.state ?? 'unsent',
    deliveryReason: row.unsent_reason || row.reason || '',
    possiblyTwice: row.possibly_twice ?? false,
  }))
}

export async function countHistory(db: Db, filter: HistoryFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
