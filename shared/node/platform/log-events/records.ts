import type { LogEntry } from './log-entry.ts'

/** Events of recorded documents: feeds, matching, the parcel roll and the legacy version. */
export const recordEvents = {
  'feed.activity_not_recorded': { level: 'warn', message: 'Could not record the time of a feed’s last call.' },
  'feed.check_failed': {
    level: 'error',
    message: "Could not compare a feed's records with its settings.",
    action: 'The worker checks again every night. If it repeats, report it with the error.',
  },
  'feed.checked': { level: 'info', message: "Compared a feed's records with its settings." },
  'feed.records_not_accepted': {
    level: 'error',
    message: 'Could not accept records of a feed. It was asked to send them again.',
    action: 'Alarm. Check the database.',
  },
  'legacy.cleanup_failed': {
    level: 'error',
    message: 'Could not clean up after a migration.',
    action: 'Report it with the error.',
  },
  'legacy.connection_failed': { level: 'warn', message: 'Could not open the legacy database.' },
  'legacy.lock_lost': {
    level: 'warn',
    message: 'The lock of a migration was released with its connection.',
  },
  'legacy.result_not_sent': {
    level: 'error',
    message: 'Could not send the migration result email.',
    action: 'The migration page shows the result.',
  },
  'legacy.run_completed': { level: 'info', message: 'Migration completed.' },
  'legacy.run_failed': {
    level: 'error',
    message: 'Migration failed. Nothing was changed.',
    action: 'The migration page shows the reason.',
  },
  'legacy.staged_rows_not_deleted': {
    level: 'error',
    message: 'Could not delete the staged rows of a migration.',
    action: 'Check the database.',
  },
  'matching.batch_lost': {
    level: 'warn',
    message: 'A worker ended while it matched records. Each of them is now matched alone.',
    action: 'Expected after a worker was killed. If it repeats, look in the quarantine on the Feeds page.',
  },
  'matching.keys_rederived': { level: 'info', message: 'Derived the keys of alerts again.' },
  'matching.names_not_stored': { level: 'error', message: 'Could not store the names of records for previews.' },
  'matching.record_not_reread': { level: 'error', message: 'Could not read an earlier record again for previews.' },
  'matching.record_quarantined': {
    level: 'error',
    message: 'Could not match a record, or read it again for previews. It is in quarantine.',
    action: 'Open the quarantine on the Feeds page.',
  },
  'matching.record_retried': { level: 'warn', message: 'Could not match a record. The worker will retry.' },
  'matching.records_reread': { level: 'info', message: 'Read earlier records again for previews.' },
  'matching.version_superseded': {
    level: 'warn',
    message: 'A newer version derives the keys now. This worker has stopped matching.',
    action: 'Update this worker.',
  },
  'matching.withheld_restored': {
    level: 'info',
    message: 'Records are no longer restricted. Their withheld matches were restored.',
  },
  'matching.worker_not_notified': {
    level: 'warn',
    message: 'Could not notify a worker of new records. It will find them by polling.',
  },
  'roll.abandoned': {
    level: 'warn',
    message: 'Part of a parcel roll was left behind: an upload or a command was cut off. It was removed.',
    action: 'Load the file again. The roll in use has not changed.',
  },
  'roll.load_failed': {
    level: 'error',
    message: 'Could not load a parcel roll. The roll in use has not changed.',
    action: 'The Parcel roll page says why. If the error is unexpected, report it.',
  },
  'roll.load_released': { level: 'info', message: 'Stopped reading a parcel roll. Another worker will start over.' },
  'roll.load_retried': {
    level: 'warn',
    message: 'Could not finish reading a parcel roll. A worker will read it again.',
    action: 'If it repeats, check the database.',
  },
  'roll.load_started': { level: 'info', message: 'Started reading a parcel roll.' },
  'roll.loaded': { level: 'info', message: 'Read a parcel roll. It waits for staff to use it.' },
  'roll.removed': { level: 'info', message: 'Deleted a version of the parcel roll that is no longer kept.' },
  'roll.returned': { level: 'info', message: 'Went back to an earlier version of the parcel roll.' },
  'roll.swapped': { level: 'info', message: 'Began to use a version of the parcel roll.' },
} as const satisfies Record<string, LogEntry>
