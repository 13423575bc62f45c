/** Labels of the migration's fields, for its page and the audit report. */
export const legacyLabels = {
  databaseAddress: 'Database address',
  databaseName: 'Database name',
  username: 'Username',
  countyCode: 'County code',
} as const

/** What a migration or its restore counts. */
export const legacyCountLabels = {
  emailsTaken: 'Email addresses imported',
  alertsTaken: 'Alerts imported',
  emailsSkipped: 'Email addresses skipped',
  alertsSkipped: 'Alerts skipped',
  emailsJoined: 'Addresses listed under several numbers, imported once',
  emailsUnverified: 'Addresses not verified in the legacy version; we treat them as verified',
  otherCountyEmails: 'Email addresses with other county codes, not read',
  otherCountyAlerts: 'Alerts with other county codes, not read',
  emailsWiped: 'Email addresses wiped',
  alertsWiped: 'Alerts wiped',
  emailsRestored: 'Email addresses restored',
  alertsRestored: 'Alerts restored',
} as const
