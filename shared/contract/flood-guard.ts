/**
 * The flood guard's limit where the county sets none: a multiple of a usual day, the median of the days with notices, so
 * that a busy county does not meet it every afternoon and one flood does not raise it.
 */
export const floodGuard = {
  factor: 5,
  days: 30,
  /** Notices a day. */
  floor: 5000,
} as const
