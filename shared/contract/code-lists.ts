import { phoneFormats } from './labels/account.ts'
import { alertTypes } from './alert.ts'
import { languages } from './languages.ts'
import { roles } from './roles.ts'

/** A code and its label. */
export type CodeDescription = { code: string; description: string }

const toCodeDescriptions = (pairs: Record<string, string>): CodeDescription[] =>
  Object.entries(pairs).map(([code, description]) => ({ code, description }))
const codesAsDescriptions = (codes: readonly string[]): CodeDescription[] =>
  codes.map((code) => ({ code, description: code }))

const stateNames = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

/** Two-letter codes, with an empty option first. */
export const states: CodeDescription[] = [{ code: '', description: '' }, ...toCodeDescriptions(stateNames)]
export const stateCodes: string[] = Object.keys(stateNames)

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
