import { noProperties } from '#shared/contract/record-property.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import type { NoticeData, RecordData } from './notice-data.ts'
import type { SenderBranding } from './sender-branding.ts'
import {
  changedText,
  deletedText,
  helpText,
  keepAlertsText,
  matchText,
  testText,
  verifyText,
  yesUnclearText,
} from './texts.ts'
import { getLanguageForTag, type TextGroup, type Catalog } from './catalog/catalog.ts'

/** Every part longer than any real one, so that all are truncated to their minimum. */
const long = 'W'.repeat(200)

const record: RecordData = {
  documentId: long,
  documentType: long,
  documentDescription: long,
  recordedAt: new Date(0),
  recordedOn: '2000-12-30',
  recordedHasTime: false,
  documentUrl: '',
  restricted: false,
  parties: [],
  parcels: [],
  legalDescription: '',
  situsAddresses: null,
  ...noProperties,
  explanation: null,
}
const match = {
  field: 'party',
  fieldIndex: 0,
  role: '',
  alertRaw: long,
  recordRaw: long,
  byInitialOnly: false,
  otherLegalForm: false,
  variant: null,
  ruleVersion: 1,
  sentence: '',
} as const

const noticeIn = (language: string, alerts: number, possiblyTwice = false): NoticeData => ({
  id: 2 ** 40,
  kind: 'match',
  template: 'match',
  channel: 'PHONE',
  target: '',
  language,
  data: { day: '2000-12-30', lastActive: '2000-12-30', until: '2000-12-30', byStaff: true },
  possiblyTwice,
  insteadOfText: false,
  isAccountEmail: true,
  record,
  alerts: Array.from({ length: alerts }, () => ({ name: long, criteria: long, match })),
  secret: { ticket: 'T'.repeat(43), code: '000000', hours: 72 },
})

const samples: Record<TextGroup, (language: string, branding: SenderBranding) => { text: string }[]> = {
  match: (language, l) => [1, 10].map((alerts) => matchText(noticeIn(language, alerts), record, l)),
  restricted: (language, l) =>
    [1, 10].map((alerts) => matchText(noticeIn(language, alerts), { ...record, restricted: true }, l)),
  verify: (language, l) => [verifyText(noticeIn(language, 0), l)],
  test: (language, l) => [testText(noticeIn(language, 0), l)],
  help: (language, l) => [helpText(noticeIn(language, 0), l)],
  keep: (language, l) => [keepAlertsText(noticeIn(language, 0), l)],
  changed: (language, l) => [changedText(noticeIn(language, 0), l)],
  deleted: (language, l) => [deletedText(noticeIn(language, 0), l)],
  yesUnclear: (language, l) => [yesUnclearText(noticeIn(language, 0), l)],
  twice: (language, l) => [
    matchText(noticeIn(language, 10, true), record, l),
    matchText(noticeIn(language, 10, true), { ...record, restricted: true }, l),
    ...[verifyText, keepAlertsText, changedText, yesUnclearText].map((write) => write(noticeIn(language, 0, true), l)),
  ],
}

/** Why a catalog's text message is too long, or null: tried with the county's links and with truncated names. */
export function findOverlongText(group: TextGroup, catalog: Catalog, publicUrl: string): string | null {
  const language = getLanguageForTag(catalog.lang)
  const branding: SenderBranding = {
    countyName: long,
    appTitle: long,
    contactName: long,
    contactTitle: long,
    contactPhone: '(000) 000-0000',
    contactEmail: long,
    publicUrl,
    secret: createKeyring(long),
    timeZone: 'UTC',
    catalogs: new Map([[language, catalog]]),
  }
  const length = Math.max(...samples[group](language, branding).map(({ text }) => text.length))
  // Texts that are inserted into others have to fit with them.
  const alphabets = group === 'twice' ? Object.values(catalog.alphabets) : [catalog.alphabets[group]]
  const [alphabet] = alphabets.filter((one) => one !== undefined).toSorted((a, b) => a.max - b.max)
  if (!alphabet || length <= alphabet.max) return null
  const why = alphabet.unicode ? 'four segments, because it has letters outside GSM 03.38' : 'two segments'
  return `it needs ${length} characters with links and names; the limit is ${alphabet.max} (${why})`
}
