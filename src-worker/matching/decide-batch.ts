import { type ReadAlert, readAlert } from '#shared/matching/alert.ts'
import { cutKey } from '#shared/matching/truncated-name.ts'
import { decide } from '#shared/matching/decide.ts'
import { type ReadRecord, readRecord, recordKeys, recordPrefixes } from '#shared/matching/record.ts'
import type { Match, ParcelMask } from '#shared/matching/types.ts'
import { feedReadingFromRow, criteriaFromRow } from '#shared/node/domain/alerts/criteria.ts'
import type { AlertRow } from './alerts.queries.ts'
import type { Candidate } from './candidates.queries.ts'
import type { TakenEvent } from './take.queries.ts'

export type ReadEvent = { event: TakenEvent; record: ReadRecord; keys: string[]; prefixes: string[] }
export type Decided = { event: TakenEvent; alert: AlertRow; match: Match }

/** Reads one record and derives the keys it could be hit by. */
export function readEvent(event: TakenEvent, mask: ParcelMask): ReadEvent {
  const record = readRecord({ parties: event.parties, parcels: event.parcels }, feedReadingFromRow(event), mask)
  const prefixes = event.name_width === null ? [] : recordPrefixes(record)
  // Kept with the keys for previews; alerts are found by the prefixes themselves.
  return { event, record, keys: [...recordKeys(record), ...prefixes.map(cutKey)], prefixes }
}

/** Alerts as they were read, kept as long as what they watch is the same. */
export type ReadAlerts = (row: AlertRow, mask: ParcelMask) => ReadAlert

/** @param most alerts held in memory; past it the store starts afresh */
export function keepReadAlerts(most = 50_000): ReadAlerts {
  const held = new Map<number, { of: string; read: ReadAlert }>()
  return (row, mask) => {
    const watched = criteriaFromRow(row)
    const of = JSON.stringify([watched, mask])
    const known = held.get(row.id)
    if (known?.of === of) return known.read
    const read = readAlert(watched, mask)
    if (held.size >= most) held.clear()
    held.set(row.id, { of, read })
    return read
  }
}

/** Applies the pure rule to every candidate pair whose alert may be told. */
export function decideAll(
  candidates: Candidate[],
  events: ReadEvent[],
  alerts: AlertRow[],
  read: (alert: AlertRow) => ReadAlert,
): Decided[] {
  const eventById = new Map(events.map((event) => [event.event.id, event]))
  const alertById = new Map(alerts.map((alert) => [alert.id, alert]))
  const decided: Decided[] = []
  for (const { event_id, alert_id } of candidates) {
    const event = eventById.get(event_id)
    const alert = alertById.get(alert_id)
    if (!event || !alert) continue
    const match = decide(read(alert), event.record)
    if (match) decided.push({ event: event.event, alert, match })
  }
  return decided
}
