/**
 * What the worker and the database write on a notice whose address or alert is gone (src-worker/delivery/hindrance.ts,
 * migrations/0004-notices.sql): by these it is known again when they are put back.
 */
export const hindranceOfWiped = [
  'The recipient was removed.',
  'The alert is no longer active for this recipient.',
] as const
