import { createHash } from 'node:crypto'
import { RULE_VERSION } from '#shared/matching/public.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { insertRows, reserveIds } from './insert-rows.ts'
import type { WrittenResident } from './write-residents.ts'

/** Documents that matched alerts, and their notices, all delivered. */
export async function writeHistory(tx: Tx, residents: WrittenResident[], feedId: number): Promise<number> {
  const met = residents.flatMap((resident) =>
    resident.alerts.flatMap((alert) => (alert.metAt ? [{ resident, alert, at: alert.metAt }] : [])),
  )
  const eventIds = await reserveIds(tx, 'event', met.length)
  const noticeIds = await reserveIds(tx, 'notice', met.length)
  const rows = met.map(({ resident, alert, at }, index) => {
    const [event_id, notice_id] = [eventIds[index]!, noticeIds[index]!]
    const [user_id, target, recipient_id] = [resident.id, resident.emails[0]!.address, resident.emails[0]!.id]
    const common = { channel: 'EMAIL', recipient_id, target, user_id, event_id, revision: 1, created_at: at }
    const isParcel = alert.criteria.alertType === 'PARCEL_ID'
    const match = {
      field: isParcel ? 'parcel' : 'party',
      fieldIndex: 0,
      role: isParcel ? '' : 'Grantor',
      alertRaw: alert.criteriaText,
      recordRaw: alert.criteriaText.toUpperCase(),
      byInitialOnly: false,
      otherLegalForm: false,
      variant: null,
      ruleVersion: RULE_VERSION,
      sentence: isParcel ? 'The parcel ID is the same.' : 'The name is the same.',
    }
    const documentId = `MADE-UP-${event_id}`
    return {
      event: {
        id: event_id,
        feed_id: feedId,
        document_id: documentId,
        revision: 1,
        content_hash: `\\x${createHash('sha256').update(documentId).digest('hex')}`,
        document_type: 'WD',
        document_description: 'Warranty deed',
        recorded_at: at,
        recorded_has_time: true,
        recorded_on: at,
        parties: isParcel ? [] : [{ role: 'Grantor', name: match.recordRaw }],
        parcels: isParcel ? [alert.criteriaText] : [],
        received_at: at,
      },
      match: { event_id, alert_id: alert.id, revision: 1, match, matched_at: at },
      notice: {
        ...common,
        id: notice_id,
        kind: 'match',
        template: 'match',
        owner_key: resident.id,
        data: {},
        state: 'delivered',
        accepted_at: at,
        ended_at: at,
      },
      history: {
        ...common,
        alert_id: alert.id,
        alert_name: alert.name,
        criteria: alert.criteriaText,
        match,
        notice_id,
      },
    }
  })
  await insertRows(
    tx,
    'event',
    rows.map(({ event }) => event),
  )
  await insertRows(
    tx,
    'event_match',
    rows.map(({ match }) => match),
  )
  await insertRows(
    tx,
    'notice',
    rows.map(({ notice }) => notice),
  )
  const historyIds = await reserveIds(tx, 'outgoing_event', rows.length)
  await insertRows(
    tx,
    'outgoing_event',
    rows.map(({ history }, index) => ({ id: historyIds[index]!, ...history })),
  )
  return rows.length
}
