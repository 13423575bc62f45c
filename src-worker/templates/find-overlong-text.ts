import { noProperties } from '#shared/contract/record-property.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { getLanguageForTag, type TextGroup, type Catalog } from './catalog/catalog.ts'
import type { NoticeData, RecordData } from './parts/notice-data.ts'
import type { SenderBranding } from './parts/sender-branding.ts'
import { matchText, textTemplates } from './texts.ts'

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

/** The longest messages with the words of a group. */
function writeSamples(group: TextGroup, language: string, branding: SenderBranding): { text: string }[] {
  const aboutRecord = (restricted: boolean, alerts: number, twice = false) =>
    matchText(noticeIn(language, alerts, twice), { ...record, restricted }, branding)
  if (group === 'match' || group === 'restricted')
    return [1, 10].map((alerts) => aboutRecord(group === 'restricted', alerts))
  const texts = Object.values(textTemplates)
  // Any of them may be a duplicate.
  if (group === 'twice')
    return [
      ...[false, true].map((restricted) => aboutRecord(restricted, 10, true)),
      ...texts.map(({ write }) => write(noticeIn(language, 0, true), branding)),
    ]
  return texts.filter((one) => one.group === group).map(({ write }) => write(noticeIn(language, 0), branding))
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
  const length = Math.max(...writeSamples(group, language, branding).map(({ text }) => text.length))
  // Texts that are inserted into others have to fit with them.
  const alphabets = group === 'twice' ? Object.values(catalog.alphabets) : [catalog.alphabets[group]]
  const [alphabet] = alphabets.filter((one) => one !== undefined).toSorted((a, b) => a.max - b.max)
  if (!alphabet || length <= alphabet.max) return null
  const why = alphabet.unicode ? 'four segments, because it has letters outside GSM 03.38' : 'two segments'
  return `it needs ${length} characters with links and names; the limit is ${alphabet.max} (${why})`
}
