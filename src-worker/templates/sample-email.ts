import type { AlertType } from '#shared/contract/alert.ts'
import { noProperties } from '#shared/contract/record-property.ts'
import { today } from '#shared/domain/dates.ts'
import { explainDocumentType } from '#shared/domain/notice/document-types.ts'
import { parcelSentences, sentences, RULE_VERSION } from '#shared/matching/public.ts'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import { html } from '#shared/node/platform/html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { getCatalog } from './catalog/catalog.ts'
import { toPlainText } from './catalog/localized-text.ts'
import { writeMatchEmail } from './match-email.ts'
import type { MatchedAlert, NoticeData, RecordData } from './parts/notice-data.ts'
import { sampleBand } from './parts/page.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** Made up, as the whole record is. */
const sampleOwner = { alertType: 'NAME', name: 'My name', criteria: 'Jane Sample' } as const
const sampleBuyer = 'EXAMPLE HOLDINGS LLC'
const sampleParcel = '00-00-000-000'

const reasons: Record<AlertType, { field: 'party' | 'parcel'; sentence: string }> = {
  NAME: { field: 'party', sentence: sentences.sameName },
  BUSINESS: { field: 'party', sentence: sentences.sameBusiness },
  PARCEL_ID: { field: 'parcel', sentence: parcelSentences.sameParcel },
}

/**
 * What an alert looks like: the email about a record itself, about a made-up deed that meets one of the reader's own
 * alerts, under a band that says so. Its answers lead home and change nothing.
 */
export function sampleEmail(notice: NoticeData, branding: SenderBranding): EmailMessage {
  const { alert, alertType, criteria } = notice.data as NoticeTemplates['sample-alert']
  const watched = alertType && criteria ? { alertType, name: alert, criteria } : sampleOwner
  const catalog = getCatalog(notice.language, branding)
  const texts = catalog.labels.account.sample
  const email = writeMatchEmail(
    { ...notice, alerts: [toMatch(watched)] },
    makeRecord(watched, today(branding.timeZone)),
    branding,
    {
      answers: `${branding.publicUrl}/home`,
      band: {
        html: sampleBand(texts.band, html`${texts.what} ${texts.spam}`),
        text: `*** ${toPlainText(texts.band)} ***\n${toPlainText(texts.what)} ${toPlainText(texts.spam)}`,
      },
    },
  )
  // Account mail, which goes out whatever is unsubscribed.
  return { ...email, subject: toPlainText(texts.subject({ subject: email.subject })), headers: {} }
}

type Watched = { alertType: AlertType; name: string; criteria: string }

function toMatch({ alertType, name, criteria }: Watched): MatchedAlert {
  const { field, sentence } = reasons[alertType]
  return {
    name,
    criteria,
    match: {
      field,
      fieldIndex: 0,
      role: field === 'party' ? 'Grantor' : '',
      alertRaw: criteria,
      recordRaw: criteria.toUpperCase(),
      byInitialOnly: false,
      otherLegalForm: false,
      variant: null,
      ruleVersion: RULE_VERSION,
      sentence,
    },
  }
}

function makeRecord({ alertType, criteria }: Watched, day: string): RecordData {
  const isParcel = reasons[alertType].field === 'parcel'
  const type = { documentType: 'QCD', documentDescription: 'Quit Claim Deed' }
  return {
    ...type,
    documentId: 'SAMPLE-0001',
    recordedAt: new Date(`${day}T12:00:00Z`),
    recordedOn: day,
    recordedHasTime: false,
    documentUrl: '',
    restricted: false,
    parties: [
      { role: 'Grantor', name: (isParcel ? sampleOwner.criteria : criteria).toUpperCase() },
      { role: 'Grantee', name: sampleBuyer },
    ],
    parcels: [isParcel ? criteria : sampleParcel],
    legalDescription: '',
    situsAddresses: null,
    ...noProperties,
    explanation: explainDocumentType(type),
  }
}
