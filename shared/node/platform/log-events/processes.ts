import type { LogEntry } from './log-entry.ts'

/** Events of servers, workers and what they need to run. */
export const processEvents = {
  'client.not_built': {
    level: 'warn',
    message: 'The pages are not built, so only the API is served.',
    action: 'Run `npm run build`.',
  },
  'database.mark_not_saved': {
    level: 'warn',
    message: 'Could not save the position of the database in STATE_DIR. A restore would go unnoticed.',
    action: 'Make STATE_DIR writable.',
  },
  'database.position_not_read': {
    level: 'debug',
    message: 'Could not read the position of the database.',
  },
  'database.restored': {
    level: 'warn',
    message: 'The database is older than before. Delivery is paused until staff release it.',
    action: 'Alarm. Follow "Restore" in this guide, then choose Release alerts on the monitoring page.',
  },
  'heartbeat.not_written': {
    level: 'warn',
    message: 'Could not write the status of this process.',
    action: 'Check the database.',
  },
  'loop.step_failed': {
    level: 'error',
    message: 'A step of a worker loop failed. The worker will retry it.',
    action: 'If it repeats, check the database.',
  },
  'metrics.not_read': { level: 'error', message: 'Could not read the metrics.', action: 'Check the database.' },
  'partitions.postponed': {
    level: 'warn',
    message:
      'Did not prepare the months of record keys, because a backup is reading them. The nightly upkeep will do it.',
    action: 'Expected during a backup.',
  },
  'procedure.failed': {
    level: 'error',
    message: 'A procedure failed unexpectedly.',
    action: 'Report it with the error.',
  },
  'procedure.reference_missing': {
    level: 'warn',
    message: 'A procedure referred to something that has been deleted.',
  },
  'process.hung': {
    level: 'error',
    message: 'This process hung, so it ended itself. Its supervisor will restart it.',
    action:
      'Alarm. If it repeats, report it with the lines before it. If one record is the cause, it goes to quarantine.',
  },
  'process.not_watched': {
    level: 'error',
    message: 'The watchdog of this process ended. If the process hangs, nothing restarts it.',
    action: 'Restart the process.',
  },
  'proxy.not_trusted': {
    level: 'warn',
    message: 'Ignored a forwarding header from a sender that TRUSTED_PROXY does not list.',
    action: 'If you run a proxy, set TRUSTED_PROXY to its address; until then all of its callers count as one.',
  },
  'queue.failed': {
    level: 'warn',
    message: 'The job queue reported an error. Work is found by polling.',
    action: 'If it repeats, check the database.',
  },
  'report.spreadsheet_failed': { level: 'error', message: 'Could not finish a spreadsheet.' },
  'request.completed': { level: 'info', message: 'Request completed.' },
  'request.failed': {
    level: 'error',
    message: 'A request failed unexpectedly.',
    action: 'Report it with the error.',
  },
  'schedule.catch_up_failed': {
    level: 'error',
    message: 'Could not queue the jobs that were missed today.',
    action: 'Restart the worker once the database works again.',
  },
  'server.start_failed': { level: 'error', message: 'The server could not start.', action: 'See the error.' },
  'server.started': { level: 'info', message: 'The server started.' },
  'server.stop_failed': { level: 'error', message: 'The server did not stop cleanly.' },
  'server.stopping': { level: 'info', message: 'The server is stopping.' },
  'sweep.completed': { level: 'debug', message: 'Sweep completed.' },
  'sweep.failed': { level: 'error', message: 'The first sweep failed. The worker will run another in a minute.' },
  'translation.rejected': {
    level: 'warn',
    message: 'Rejected a translation. Its English text is used instead.',
    action: 'Correct the text that `text` names.',
  },
  'upkeep.completed': { level: 'info', message: 'Nightly upkeep completed.' },
  'weekly.emails_made': { level: 'info', message: 'Made weekly emails of possible matches.' },
  'worker.start_failed': { level: 'error', message: 'The worker could not start.', action: 'See the error.' },
  'worker.started': { level: 'info', message: 'The worker started.' },
  'worker.stop_failed': { level: 'error', message: 'The worker did not stop cleanly.' },
} as const satisfies Record<string, LogEntry>
