/** In the order of JavaScript's days of the week. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
type Weekday = (typeof weekdays)[number]

/** A moment as a sentence says it: 'today 10:42 AM', or 'Thursday, 11/19/2026 4:30 PM'. */
export type NamedMoment = {
  day: 'today' | 'yesterday' | 'earlier'
  weekday: Weekday
  /** 'MM/DD/YYYY'. */
  date: string
  /** 'h:mm a'. */
  time: string
}

/** When the county last sent records, and which are missing. */
export type LastRecordsView = {
  /** Null before the first record. */
  received: NamedMoment | null
  /** The last arrival from the feed that is late; null if no feed is late. */
  lateSince: NamedMoment | null
  /** True if we have received records that are not yet compared with alerts. */
  isMatchingLate: boolean
}
