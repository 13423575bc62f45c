import type { Match } from '#shared/contract/match.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import {
  type ParsedAlert,
  parseAlert,
  truncatedKey,
  decide,
  type ParsedRecord,
  parseRecord,
  recordKeys,
  recordPrefixes,
  recordSlipKeys,
} from '#shared/matching/public.ts'
import { feedFormatFromRow, criteriaFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { AlertRow } from './alerts.queries.ts'
import type { Candidate } from './candidates.queries.ts'
import type { TakenEvent } from './take-events.queries.ts'

export type PreparedEvent = {
  event: TakenEvent
  record: ParsedRecord
  keys: string[]
  /** Looked up, not stored: the keys of typing slips, if any alert looks for them. */
  slipKeys: string[]
  prefixes: string[]
}
export type DecidedMatch = {
  event: TakenEvent
  alert: AlertRow
  match: Match
  /** Staff released it, so it does not wait for them again. */
  isReleased?: boolean
}

/** Parses one record and derives its keys. */
export function prepareEvent(event: TakenEvent, mask: ParcelMask): PreparedEvent {
  const record = parseRecord({ parties: event.parties, parcels: event.parcels }, feedFormatFromRow(event), mask)
  const prefixes = event.name_width === null ? [] : recordPrefixes(record)
  // Previews use the truncated keys; matching finds alerts by the prefixes themselves.
  const keys = [...recordKeys(record), ...prefixes.map(truncatedKey)]
  return { event, record, keys, slipKeys: event.has_typing_slips ? recordSlipKeys(record) : [], prefixes }
}

/** Parsed alerts, cached until their criteria or exceptions change. */
export type AlertCache = (row: AlertRow, mask: ParcelMask) => ParsedAlert

/** @param maxAlerts alerts in memory; beyond that, the cache is emptied */
export function createAlertCache(maxAlerts = 50_000): AlertCache {
  const held = new Map<number, { of: string; read: ParsedAlert }>()
  return (row, mask) => {
    const criteria = criteriaFromRow(row)
    const of = JSON.stringify([criteria, mask, row.exceptions])
    const known = held.get(row.id)
    if (known?.of === of) return known.read
    const read = parseAlert(criteria, mask, row.exceptions)
    if (held.size >= maxAlerts) held.clear()
    held.set(row.id, { of, read })
    return read
  }
}

/** Applies the rule to every candidate pair whose alert may notify a recipient. */
export function decideCandidates(
  candidates: Candidate[],
  events: PreparedEvent[],
  alerts: AlertRow[],
  read: (alert: AlertRow) => ParsedAlert,
): DecidedMatch[] {
  const eventById = new Map(events.map((event) => [event.event.id, event]))
  const alertById = new Map(alerts.map((alert) => [alert.id, alert]))
  const decided: DecidedMatch[] = []
  for (const { event_id, alert_id } of candidates) {
    const event = eventById.get(event_id)
    const alert = alertById.get(alert_id)
    if (!event || !alert) continue
    const match = decide(read(alert), event.record)
    if (match) decided.push({ event: event.event, alert, match })
  }
  return decided
}
