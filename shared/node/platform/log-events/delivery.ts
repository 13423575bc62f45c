import type { LogEntry } from './log-entry.ts'

/** Events of messages and their providers. */
export const deliveryEvents = {
  'callbacks.batch_failed': {
    level: 'warn',
    message: 'Could not apply a batch of provider callbacks. The worker will apply them one at a time.',
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
    message: 'Could not notify a worker of provider callbacks. It will find them by polling.',
  },
  'delivery.batch_failed': {
    level: 'error',
    message: 'Could not begin a batch of notices. The worker will retry it.',
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
      'Could not release claimed notices. Other workers will take them once this worker or its leases have ended.',
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
    action: 'Report it with the error; then resend the notice.',
  },
  'delivery.outcomes_not_recorded': {
    level: 'error',
    message: 'Could not record the outcomes of calls. The worker will retry.',
    action: 'Check the database. Until then, these messages may be sent twice.',
  },
  'delivery.outcomes_superseded': {
    level: 'warn',
    message: 'Skipped the outcomes of calls for notices that another worker took over.',
    action: 'If it repeats, workers are being paused for longer than a lease: check their machines.',
  },
  'delivery.possible_matches_not_read': {
    level: 'error',
    message: 'Could not read what the weekly emails list. The worker will retry.',
    action: 'Check the database.',
  },
  'delivery.refusals_lifted': {
    level: 'warn',
    message:
      'A provider refuses the county: it refused several recipients for the same reason, or said so in a report. Their messages wait again.',
    action: 'Alarm. Open /monitoring: it has the provider’s words, and what to check.',
  },
  'delivery.refusals_not_lifted': {
    level: 'error',
    message:
      'Could not put back messages that a provider refused because of the county. The worker will try again every minute.',
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
    message: 'Could not record that an address or number must not be written to. The worker will retry.',
    action: 'Check the database.',
  },
  'delivery.tickets_not_issued': {
    level: 'error',
    message: 'Could not issue the links of verification and account messages. The worker will retry.',
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
  'reports.waiting_mailed': {
    level: 'info',
    message: 'Emailed staff the number of reports of suspicious records that wait.',
  },
} as const satisfies Record<string, LogEntry>
