import type { LogEntry } from './log-entry.ts'

/** Events of the audit log, accounts and sessions. */
export const accountEvents = {
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
  'purge.completed': { level: 'info', message: 'Purge of unused accounts completed.' },
  'purge.switched_off': { level: 'info', message: 'The scheduled purge was turned off, so it stopped.' },
  'sessions.expired_deleted': { level: 'info', message: 'Deleted expired sessions.' },
} as const satisfies Record<string, LogEntry>
