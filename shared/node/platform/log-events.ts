type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * Every event that the program logs. Operators search and alarm by these keys, so a key never changes its meaning.
 * `message` is written with each line; `action` tells an operator what to do about it. docs/operations.md lists them.
 */
export const logEvents = {
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
  'callbacks.batch_failed': {
    level: 'warn',
    message: 'Could not apply a batch of provider callbacks. They are applied one at a time.',
  },
  'callbacks.callback_rejected': {
    level: 'error',
    message: 'Could not apply a provider callback. It was set aside.',
    action: 'See provider_callback.problem; report it with the error.',
  },
  'callbacks.not_stored': {
    level: 'warn',
    message: 'Could not store a provider callback. The provider was asked to send it again.',
    action: 'Check the database.',
  },
  'callbacks.worker_not_notified': {
    level: 'warn',
    message: 'Could not notify a worker of provider callbacks. It finds them by polling.',
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
  'delivery.batch_failed': {
    level: 'error',
    message: 'Could not begin a batch of notices. They are retried.',
    action: 'If it repeats, check the database.',
  },
  'delivery.claim_failed': {
    level: 'error',
    message: 'Could not claim notices to send.',
    action: 'If it repeats, check the database.',
  },
  'delivery.claims_freed': {
    level: 'warn',
    message: 'Freed the claims of a worker that lost its connection to the database. The others send its notices.',
    action: 'Expected after a worker was killed. If it repeats, check the workers and their network.',
  },
  'delivery.claims_not_released': {
    level: 'error',
    message:
      'Could not release claimed notices. Other workers take them once this worker has ended, or their leases have.',
  },
  'delivery.in_doubt_not_resolved': {
    level: 'warn',
    message: 'Could not ask the provider about a call in doubt. The worker will ask again.',
  },
  'delivery.lock_lost': {
    level: 'warn',
    message: "Lost this worker's liveness connection. The worker will open another.",
    action: 'Expected when the database restarts.',
  },
  'delivery.lookup_not_recorded': {
    level: 'error',
    message: 'Could not record the lookup of a phone number.',
    action: 'Check the database.',
  },
  'delivery.message_not_rendered': {
    level: 'error',
    message: 'Could not write a message. Its notice has failed.',
    action: 'Report it with the error; then send the notice again.',
  },
  'delivery.outcomes_not_recorded': {
    level: 'error',
    message: 'Could not record the outcomes of calls. They are retried.',
    action: 'Check the database. Until then, these messages may be sent twice.',
  },
  'delivery.outcomes_superseded': {
    level: 'warn',
    message: 'Skipped outcomes of calls whose notices another worker had taken over.',
    action: 'If it repeats, workers are being paused for longer than a lease: check their machines.',
  },
  'delivery.refusals_lifted': {
    level: 'warn',
    message:
      'A provider refuses the county: it refused several different recipients alike, or said so in a report. Their messages wait again.',
    action: 'Alarm. Open /monitoring: it has the provider’s words, and what to check.',
  },
  'delivery.refusals_not_lifted': {
    level: 'error',
    message:
      'Could not make messages wait again that a provider refused because of the county. It is tried again every minute.',
    action: 'If it repeats, check the database.',
  },
  'delivery.roll_not_read': {
    level: 'error',
    message: 'Could not read the parcel roll. The notices went out without the addresses that only it has.',
    action: 'If it repeats, check the database.',
  },
  'delivery.rows_restored': {
    level: 'warn',
    message: 'Some notices had lost their delivery rows. The rows were restored.',
    action: 'Expected after a restore only.',
  },
  'delivery.suppression_not_recorded': {
    level: 'error',
    message: 'Could not record that an address or number must not be written to. It is retried.',
    action: 'Check the database.',
  },
  'delivery.tickets_not_issued': {
    level: 'error',
    message: 'Could not issue the links of verification and account messages. They are retried.',
    action: 'Check the database.',
  },
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
  'heartbeat.not_written': {
    level: 'warn',
    message: 'Could not write the status of this process.',
    action: 'Check the database.',
  },
  'inbound_texts.incomplete': {
    level: 'error',
    message: 'More texts arrived than can be read back at once. The oldest may be missing.',
    action: 'Look for STOP replies in the provider’s log, and choose Invalidate for those numbers on the Phones page.',
  },
  'inbound_texts.not_listed': {
    level: 'warn',
    message: 'Could not list inbound texts at the provider. The worker will ask again.',
  },
  'inbound_texts.recovered': {
    level: 'warn',
    message: 'Read back inbound texts whose webhook never arrived.',
    action: 'Unless there was an outage, check the webhook address at the provider.',
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
  'loop.step_failed': {
    level: 'error',
    message: 'A step of a worker loop failed. The worker will retry it.',
    action: 'If it repeats, check the database.',
  },
  'matching.batch_lost': {
    level: 'warn',
    message: 'Records were being matched when their worker ended. Each is matched alone now.',
    action: 'Expected after a worker was killed. If it repeats, look in the quarantine on the Feeds page.',
  },
  'matching.keys_rederived': { level: 'info', message: 'Derived the keys of alerts again.' },
  'matching.names_not_stored': { level: 'error', message: 'Could not store the names of records for previews.' },
  'matching.record_not_reread': { level: 'error', message: 'Could not read an earlier record again for previews.' },
  'matching.record_quarantined': {
    level: 'error',
    message: 'Could not match a record. It is in quarantine.',
    action: 'Open the quarantine on the Feeds page.',
  },
  'matching.record_retried': { level: 'warn', message: 'Could not match a record. It is retried.' },
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
    message: 'Could not notify a worker of new records. It finds them by polling.',
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
  'provider.failing': {
    level: 'warn',
    message: 'The last calls to a provider have all failed.',
    action: 'Alarm. `answer` has the provider’s words: check its status page, the account and the keys.',
  },
  'provider.recovered': { level: 'info', message: 'A provider accepts messages again.' },
  'provider.state_not_cleared': {
    level: 'error',
    message: 'Could not clear the state of a provider that is no longer used.',
  },
  'provider.state_not_recorded': { level: 'error', message: 'Could not record how calls to a provider ended.' },
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
  'report.spreadsheet_failed': { level: 'error', message: 'Could not finish a spreadsheet.' },
  'reports.waiting_mailed': { level: 'info', message: 'Emailed staff how many reports of suspicious records wait.' },
  'request.completed': { level: 'info', message: 'Request completed.' },
  'request.failed': {
    level: 'error',
    message: 'A request failed unexpectedly.',
    action: 'Report it with the error.',
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
  'roll.load_released': { level: 'info', message: 'Stopped reading a parcel roll. Another worker begins it again.' },
  'roll.load_retried': {
    level: 'warn',
    message: 'Could not finish reading a parcel roll. We will read it again.',
    action: 'If it repeats, check the database.',
  },
  'roll.load_started': { level: 'info', message: 'Started reading a parcel roll.' },
  'roll.loaded': { level: 'info', message: 'Read a parcel roll. It waits for staff to put it into use.' },
  'roll.removed': { level: 'info', message: 'Deleted a version of the parcel roll that is no longer kept.' },
  'roll.returned': { level: 'info', message: 'Went back to an earlier version of the parcel roll.' },
  'roll.swapped': { level: 'info', message: 'Put a version of the parcel roll into use.' },
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
  'sweep.completed': { level: 'debug', message: 'Sweep completed.' },
  'sweep.failed': { level: 'error', message: 'The first sweep failed. The worker will run another in a minute.' },
  'translation.rejected': {
    level: 'warn',
    message: 'Rejected a translation. Its English text is used instead.',
    action: 'Correct the text that `text` names.',
  },
  'upkeep.completed': { level: 'info', message: 'Nightly upkeep completed.' },
  'worker.start_failed': { level: 'error', message: 'The worker could not start.', action: 'See the error.' },
  'worker.started': { level: 'info', message: 'The worker started.' },
  'worker.stop_failed': { level: 'error', message: 'The worker did not stop cleanly.' },
} as const satisfies Record<string, { level: Level; message: string; action?: string }>

export type LogEvent = keyof typeof logEvents

/** The events of one level. */
export type LogEventAt<L extends Level> = {
  [E in LogEvent]: (typeof logEvents)[E]['level'] extends L ? E : never
}[LogEvent]

/** The table of docs/operations.md, between its markers. */
export function describeLogEvents(): string {
  const rows = Object.entries(logEvents).map(
    ([event, entry]) =>
      `| \`${event}\` | ${entry.level} | ${entry.message} | ${'action' in entry ? entry.action : ''} |`,
  )
  return ['| event | level | message | what to do |', '|---|---|---|---|', ...rows].join('\n')
}
