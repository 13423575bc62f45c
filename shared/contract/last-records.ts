/** In the order of JavaScript's days. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
type Weekday = (typeof weekdays)[number]

/** A moment as a sentence names it: 'today 10:42 AM', or 'Thursday, 11/19/2026 4:30 PM'. */
export type NamedMoment = {
  day: 'today' | 'yesterday' | 'earlier'
  weekday: Weekday
  /** 'MM/DD/YYYY'. */
  date: string
  /** 'h:mm a'. */
  time: string
}

/** When the county last sent records, and what is missing. */
export type LastRecordsView = {
  /** Null before the first record. */
  received: NamedMoment | null
  /** A feed that is late has sent nothing since then; null if none is. */
  lateSince: NamedMoment | null
  /** Records that were received are still to be compared with alerts. */
  isMatchingLate: boolean
}
