/**
 * The flood guard's limit if the county sets none: a multiple of a usual day, the median of the days with notices. A
 * busy county does not reach it every afternoon, and one flood does not raise it.
 */
export const floodGuard = {
  factor: 5,
  days: 30,
  /** Notices a day. */
  floor: 5000,
} as const
