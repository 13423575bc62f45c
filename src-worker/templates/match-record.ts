import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { type Catalog, type Labels, getCatalog } from './catalog/catalog.ts'
import { joinTexts, withMarkup, toPlainText, type LocalizedText } from './catalog/localized-text.ts'
import { whoToCall } from './parts/contact.ts'
import type { RecordData } from './parts/notice-data.ts'
import { button, detailRows, paragraph, place as placeBlock } from './parts/page.ts'
import {
  formatExplanation,
  formatPlace,
  formatRecordedDay,
  getDocumentLabel,
  listRecordDetails,
} from './parts/record-details.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

type RecordParts = ReturnType<typeof compileRecord>

function compileRecord(record: RecordData, branding: SenderBranding, language: string) {
  const catalog = getCatalog(language, branding)
  const texts = catalog.labels.match
  const place = formatPlace(record, catalog)
  const rows = listRecordDetails(record, catalog, branding.timeZone)
  const lead = formatLead(record, catalog)
  return {
    place: place && {
      line: toSingleLine(place.address),
      text: `${place.address}\n${place.parcel}`,
      html: placeBlock(place.address, place.parcel),
    },
    facts: { text: rows.map((row) => `${row.label}: ${row.value}`).join('\n'), html: detailRows(rows) },
    lead: { text: toPlainText(lead), html: paragraph(lead) },
    access: formatAccess(record, texts, branding),
    preview: html`${texts.preview({ day: formatRecordedDay(record, catalog), county: branding.countyName })}`,
  }
}

let latest: { record: RecordData; branding: SenderBranding; language: string; parts: RecordParts } | undefined

/**
 * The parts of an email about a match that all readers of the record share in one language. They are made once for
 * readers that follow one another, as in a batch of calls. A WeakMap of all records would cost a record with one reader
 * more than making its parts.
 */
export function formatRecord(record: RecordData, branding: SenderBranding, language: string): RecordParts {
  if (latest?.record === record && latest.branding === branding && latest.language === language) return latest.parts
  const parts = compileRecord(record, branding, language)
  latest = { record, branding, language, parts }
  return parts
}

/** 'Quit Claim Deed. The county recorded this document on November 19, 2026.' and what such a document does. */
function formatLead(record: RecordData, catalog: Catalog): LocalizedText {
  const label = getDocumentLabel(record, catalog)
  const explanation = formatExplanation(record, catalog)
  return joinTexts(
    withMarkup(`${label}.`, html`<b>${label}.</b>`),
    catalog.labels.match.intro({ day: formatRecordedDay(record, catalog) }),
    ...(explanation === null ? [] : [explanation]),
  )
}

/** How to see the document. */
function formatAccess(
  { documentId, documentUrl, restricted }: RecordData,
  texts: Labels['match'],
  branding: SenderBranding,
): { text: LocalizedText; html: Html } {
  if (documentUrl)
    return {
      text: `${toPlainText(texts.see)}: ${documentUrl}`,
      html: html`<p style="margin:0 0 24px">${button(documentUrl, texts.see)}</p>`,
    }
  const id = toSingleLine(documentId)
  const text = restricted ? texts.restricted({ id, who: whoToCall(texts, branding) }) : texts.seeAtOffice({ id })
  return { text, html: paragraph(text) }
}
