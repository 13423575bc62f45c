import type { LogEvents } from './level.ts'

/** The log events of servers, workers, the database and the audit log. */
export const processEvents = {
  'audit.chain_extended': {
    level: 'info',
    message: 'Audit chain extended.',
    action:
      'Keep position and hash outside the database; `npm run audit:verify -- --head POSITION:HASH` compares them.',
  },
  'audit.chain_stalled': {
    level: 'error',
    message: 'Audit rows are waiting to be chained.',
    action: 'Alarm. Look for a transaction that does not end, or a session that holds the lock of the chain.',
  },
  'audit.refusal_not_recorded': {
    level: 'warn',
    message: 'Could not count a refused call or write it to the audit log.',
    action: 'Check the database.',
  },
  'audit.rows_purged': { level: 'info', message: 'Purged old rows of the audit log.' },
  'authenticator.reseal_failed': {
    level: 'error',
    message: 'Could not seal authenticator secrets under the newest APP_SECRET.',
    action: 'The nightly upkeep tries again. If it fails too, check the database.',
  },
  'authenticator.secret_unreadable': {
    level: 'error',
    message: 'Could not open an authenticator secret: it was stored under another APP_SECRET.',
    action: 'Add that secret to APP_SECRET_PREVIOUS, or the user cannot log in.',
  },
  'authenticator.secrets_resealed': {
    level: 'info',
    message: 'Sealed authenticator secrets under the newest APP_SECRET.',
  },
  'authenticator.secrets_unreadable': {
    level: 'warn',
    message: 'Some authenticator secrets are sealed with a secret that APP_SECRET_PREVIOUS does not name.',
    action: 'Add that secret to APP_SECRET_PREVIOUS.',
  },
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
    message: 'Did not prepare the months of record keys, because a backup reads them. The nightly upkeep does it.',
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
    message: 'This process did not respond to itself any more, so it ended itself. Its supervisor starts it again.',
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
  'purge.completed': { level: 'info', message: 'Purge of unused accounts completed.' },
  'purge.switched_off': { level: 'info', message: 'The scheduled purge was switched off, so it ended.' },
  'queue.failed': {
    level: 'warn',
    message: 'The job queue reported an error. Work is found by polling.',
    action: 'If it repeats, check the database.',
  },
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
  'sessions.expired_deleted': { level: 'info', message: 'Deleted expired sessions.' },
  'upkeep.completed': { level: 'info', message: 'Nightly upkeep completed.' },
  'worker.start_failed': { level: 'error', message: 'The worker could not start.', action: 'See the error.' },
  'worker.started': { level: 'info', message: 'The worker started.' },
  'worker.stop_failed': { level: 'error', message: 'The worker did not stop cleanly.' },
} as const satisfies LogEvents
