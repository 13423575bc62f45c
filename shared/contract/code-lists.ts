import { stateNames, territoryNames } from '#shared/text/states.ts'
import { alertTypes } from './alert.ts'
import { phoneFormats } from './labels/account.ts'
import { languages } from './languages.ts'
import { roles } from './roles.ts'

/** A code and its label. */
export type CodeDescription = { code: string; description: string }

const toCodeDescriptions = (pairs: Record<string, string>): CodeDescription[] =>
  Object.entries(pairs).map(([code, description]) => ({ code, description }))
const codesAsDescriptions = (codes: readonly string[]): CodeDescription[] =>
  codes.map((code) => ({ code, description: code }))

/** Where a letter can go: military addresses have codes, too. */
const stateNamesOfAddresses: Record<string, string> = {
  ...stateNames,
  ...territoryNames,
  VI: 'U.S. Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

/** Two-letter codes, with an empty option first. */
export const states: CodeDescription[] = [{ code: '', description: '' }, ...toCodeDescriptions(stateNamesOfAddresses)]
export const stateCodes: string[] = Object.keys(stateNamesOfAddresses)

/** Labels of audit log types, for the list and the report's column. */
export const auditTypeNames = {
  LOGIN: 'Login',
  LOGIN_REFUSED: 'Login refused',
  REFUSED: 'Refused',
  LOGOUT: 'Logout',
  ACCOUNT: 'Account',
  PASSWORD: 'Password',
  ALERT: 'Alert',
  RECIPIENT: 'Recipient',
  SETTING: 'Setting',
  LOCKOUT: 'Lockout',
  PURGE: 'Purge',
  EXPORT: 'Export',
  FEED: 'Feed',
  MIGRATION: 'Migration',
  NOTICE: 'Notice',
  SUPPRESSION: 'Suppression',
}

/** The lists of helperdata/landnotificationcodedescription by their names on the wire. */
export const codeLists: Record<string, CodeDescription[]> = {
  states,
  languages: Object.entries(languages).map(([code, { name }]) => ({ code, description: name })),
  userTypes: codesAsDescriptions(roles),
  alertTypes: toCodeDescriptions(alertTypes),
  statusTypes: toCodeDescriptions({ ALL: 'All', A: 'Active', I: 'Inactive', P: 'Pending', L: 'Locked out' }),
  phoneFormatTypes: toCodeDescriptions(phoneFormats),
  auditLogTypes: toCodeDescriptions(auditTypeNames),
  hours: codesAsDescriptions(Array.from({ length: 12 }, (_, index) => String(index + 1))),
  minutes: codesAsDescriptions(['00', '15', '30', '45', '59']),
  amPm: codesAsDescriptions(['AM', 'PM']),
}
