import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** For tests: what every message is written with. */
export const sampleBranding: SenderBranding = {
  countyName: 'Alder County',
  appTitle: 'Land Record Alerts',
  contactName: '',
  contactTitle: '',
  contactPhone: '(612) 555-0130',
  contactEmail: '',
  publicUrl: 'https://alerts.alder.example',
  secret: createKeyring('a secret of at least thirty-two characters'),
  timeZone: 'America/Chicago',
}

/** For tests: why a record met an alert. */
export const sampleMatch = {
  field: 'party',
  fieldIndex: 0,
  role: 'GRANTOR',
  alertRaw: 'Thessaly Brandvold',
  recordRaw: 'BRANDVOLD THESSALY R',
  byInitialOnly: false,
  otherLegalForm: false,
  variant: null,
  ruleVersion: 1,
  sentence: 'First and last name are the same.',
} as const
