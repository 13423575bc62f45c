import type { Channel } from '#shared/contract/alert.ts'

/** Somebody whom a new match concerns, with what stands against a message. */
export type Told = {
  event_id: number
  alert_id: number
  user_id: number | null
  channel: Channel
  recipient_id: number
  target: string
  verified: boolean
  stopped: boolean
  muted: boolean
}

/** A message to one address of one owner about one revision of a record, naming every alert that matched it. */
export type NoticeRow = {
  event_id: number
  revision: number
  user_id: number | null
  owner_key: number
  channel: Channel
  recipient_id: number
  target: string
  state: 'waiting' | 'held'
  reason: string
}
export type HistoryRow = {
  event_id: number
  alert_id: number
  channel: Channel
  recipient_id: number
  target: string
  /** '' where a notice goes with it. */
  unsent_reason: string
}

/** Why history has a line without a message; shown to the resident as it stands. */
export const unsentReasons = {
  paused: 'The alert was paused.',
  unverified: 'This address was not confirmed yet.',
  stopped: 'Messages to this address are stopped.',
  muted: 'You said that this record is not about you.',
  noTexts: 'Text messages are not sent by this service.',
} as const

/** Why a notice waits for its release. */
export const heldReasons = {
  flood: 'More notices than the limit of the day.',
  old: 'The record is older than the limit.',
} as const

const ownerKey = (row: Told): number => row.user_id ?? -row.recipient_id

function unsentReason(row: Told, paused: boolean, texts: boolean): string {
  if (paused) return unsentReasons.paused
  if (row.channel === 'PHONE' && !texts) return unsentReasons.noTexts
  if (!row.verified) return unsentReasons.unverified
  if (row.stopped) return unsentReasons.stopped
  if (row.muted) return unsentReasons.muted
  return ''
}

/**
 * One line of history for each match and recipient, and one notice for each address of an owner (decisions, section 8).
 * @param isPaused whether an alert sends nothing today
 * @param texts false where the service sends no texts
 */
export function composeNotices(
  told: Told[],
  revisionOf: (eventId: number) => number,
  isPaused: (alertId: number) => boolean,
  texts: boolean,
): { notices: NoticeRow[]; history: HistoryRow[] } {
  const notices = new Map<string, NoticeRow>()
  const history: HistoryRow[] = []
  for (const row of told) {
    const { event_id, alert_id, channel, recipient_id, target } = row
    const unsent_reason = unsentReason(row, isPaused(alert_id), texts)
    history.push({ event_id, alert_id, channel, recipient_id, target, unsent_reason })
    const once = `${event_id} ${channel} ${recipient_id}`
    if (unsent_reason !== '' || notices.has(once)) continue
    notices.set(once, {
      event_id,
      revision: revisionOf(event_id),
      user_id: row.user_id,
      owner_key: ownerKey(row),
      channel,
      recipient_id,
      target,
      state: 'waiting',
      reason: '',
    })
  }
  return { notices: [...notices.values()], history }
}

/** Holds the notices of records that are too old; a back file loaded late takes nothing from the day's limit. */
export function holdOld(notices: NoticeRow[], isOld: (eventId: number) => boolean): void {
  for (const notice of notices) if (isOld(notice.event_id)) hold(notice, 'old')
}

/**
 * Holds what is past the limit of the county's day (decisions, section 7).
 * @param notices those that would be sent now, already counted into the day
 * @param countedInDay the day's count, these included
 */
export function holdFlood(notices: NoticeRow[], countedInDay: number, limit: number): void {
  const allowed = Math.max(0, limit - (countedInDay - notices.length))
  for (const notice of notices.slice(allowed)) hold(notice, 'flood')
}

function hold(notice: NoticeRow, why: keyof typeof heldReasons): void {
  notice.state = 'held'
  notice.reason = heldReasons[why]
}
