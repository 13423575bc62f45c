import { possibleListPath } from '#shared/contract/possible-match.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { unsubscribePath } from '#shared/node/domain/notices/links.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { type Catalog, getCatalog } from './catalog/catalog.ts'
import { toPlainText, type LocalizedText } from './catalog/localized-text.ts'
import { formatEmail } from './format-email.ts'
import { preventLinks } from './format/prevent-links.ts'
import { formatListedReason } from './match-reason.ts'
import { contactHtml, whoToCall } from './parts/contact.ts'
import type { ListedRecord, NoticeData, WeeklyAlert } from './parts/notice-data.ts'
import { button, heading, link, page, paragraph, soft, subheading } from './parts/page.ts'
import { formatRecordedDay, getDocumentLabel } from './parts/record-details.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** An email lists at most this many alerts; beyond that it gives their number. */
const maxAlerts = 10

/**
 * The weekly email: records that may be about its reader, by alert, why they come once a week, and how to stop it alone.
 * @throws Error if nothing was read for it
 */
export function weeklyEmail(notice: NoticeData, branding: SenderBranding): EmailMessage {
  if (!notice.weekly) throw new Error('The list of a weekly email was not read.')
  const { alerts, hasHome } = notice.weekly
  const catalog = getCatalog(notice.language, branding)
  const texts = catalog.labels.weekly
  const stop = branding.publicUrl + unsubscribePath(branding.secret, notice.id)
  const list = branding.publicUrl + possibleListPath
  const count = alerts.reduce((sum, { records, more }) => sum + records.length + more, 0)
  const subject = toPlainText(count === 1 ? texts.subjectOne : texts.subjectMany({ count }))
  const intro = [texts.intro, texts.why, texts.surer, ...(notice.possiblyTwice ? [catalog.labels.twice] : [])]
  const lists = listAlerts(alerts, catalog)
  const answer = hasHome ? [texts.answer] : []
  const notSure = texts.notSure({ who: whoToCall(catalog.labels.match, branding) })
  const sentTo = texts.sentTo({ address: notice.target })

  return formatEmail(branding, {
    to: notice.target,
    subject,
    paragraphs: [
      texts.heading,
      ...intro,
      ...lists.map(({ text }) => text),
      ...answer,
      ...(hasHome ? [`${toPlainText(texts.seeList)}: ${list}`] : []),
      notSure,
      catalog.labels.match.note,
      sentTo,
      `${toPlainText(texts.stop)}: ${stop}`,
      texts.stopHelp,
    ],
    html: page({
      branding,
      lang: catalog.lang,
      title: subject,
      preview: texts.preview({ county: branding.countyName }),
      body: [
        heading(html`${texts.heading}`),
        ...intro.map(paragraph),
        ...lists.map((one) => one.html),
        ...answer.map(paragraph),
        ...(hasHome ? [html`<p style="margin:0 0 20px">${button(list, texts.seeList)}</p>`] : []),
        paragraph(notSure),
      ],
      note: catalog.labels.match.note,
      footer: [
        soft(sentTo),
        html`<p style="margin:0 0 10px;font-size:16px;line-height:2.2">${link(stop, texts.stop)}</p>`,
        soft(texts.stopHelp),
        contactHtml(branding),
      ],
    }),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
}

/** A part of the email, as text and as HTML. */
type Part = { text: LocalizedText; html: Html }

function listAlerts(alerts: WeeklyAlert[], catalog: Catalog): Part[] {
  const parts = alerts.slice(0, maxAlerts).map((alert) => listRecords(alert, catalog))
  const more = alerts.length - maxAlerts
  if (more <= 0) return parts
  const text = catalog.labels.weekly.moreAlerts({ more: catalog.formatCount('more', more) })
  return [...parts, { text, html: paragraph(text) }]
}

/** An alert with its records; those beyond the limit are counted. */
function listRecords({ name, criteria, records, more }: WeeklyAlert, catalog: Catalog): Part {
  const texts = catalog.labels.weekly
  // A helper reads what the owner called the alert.
  const alert = preventLinks(toSingleLine(name))
  const title =
    name === criteria ? texts.alertSame({ alert }) : texts.alert({ alert, criteria: toSingleLine(criteria) })
  const items = records.map((record) => formatListed(record, catalog))
  const rest = more > 0 ? [texts.andMore({ more: catalog.formatCount('more', more) })] : []
  return {
    text: [title, ...items.map(({ text }) => text), ...rest].map(toPlainText).join('\n\n'),
    html: html`${subheading(html`${title}`)}
      <ul style="margin:0 0 16px;padding:0 0 0 22px">
        ${items.map((item) => item.html)}
      </ul>
      ${rest.map(paragraph)}`,
  }
}

/** 'Quit Claim Deed, recorded November 19, 2026, document 2026-018842', and why it is listed. */
function formatListed(record: ListedRecord, catalog: Catalog): Part {
  const texts = catalog.labels.weekly
  const what = getDocumentLabel(record, catalog)
  const line = texts.record({ what, day: formatRecordedDay(record, catalog), id: toSingleLine(record.documentId) })
  const reason = formatListedReason(record.match, catalog)
  const { see } = catalog.labels.match
  const { documentUrl: url } = record
  return {
    text: [line, reason, ...(url ? [`${toPlainText(see)}: ${url}`] : [])].map(toPlainText).join('\n'),
    html: html`<li style="margin:0 0 12px">
      <b>${line}</b><br />${reason}${url ? html`<br />${link(url, see)}` : html``}
    </li>`,
  }
}
