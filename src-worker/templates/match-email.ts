import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { noticePath, unsubscribePath } from '#shared/node/domain/notices/links.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { type Catalog, type Labels, getCatalog } from './catalog/catalog.ts'
import { toPlainText, type LocalizedText } from './catalog/localized-text.ts'
import { compileForm, placeholder, cachePerBranding } from './compile-form.ts'
import { formatEmail } from './format-email.ts'
import { toStraightQuotes } from './format/plain.ts'
import { preventLinks } from './format/prevent-links.ts'
import { formatReason } from './match-reason.ts'
import { formatRecord } from './match-record.ts'
import { formatTitles } from './match-titles.ts'
import { contactHtml, whoToCall } from './parts/contact.ts'
import type { NoticeData, RecordData } from './parts/notice-data.ts'
import { choiceBox, heading, link, page, panel, paragraph, soft, subheading } from './parts/page.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** An email names at most this many alerts; beyond that it gives their number, and the history lists them all. */
const maxAlerts = 10

/** The email about one record: its details, why it matched, what to do, and how to unsubscribe. */
export function matchEmail(notice: NoticeData, record: RecordData, branding: SenderBranding): EmailMessage {
  return writeMatchEmail(notice, record, branding, {
    answers: branding.publicUrl + noticePath(branding.secret, notice.id),
    band: null,
  })
}

/** What differs in a sample: where its answers lead, and the band above all that says so. */
type Kind = { answers: string; band: { html: Html; text: string } | null }

/** The same email for a record or for a sample of one. */
export function writeMatchEmail(
  given: NoticeData,
  record: RecordData,
  branding: SenderBranding,
  { answers, band }: Kind,
): EmailMessage {
  // A helper reads what the owner called the alert.
  const notice = {
    ...given,
    alerts: given.alerts.map((alert) => ({ ...alert, name: preventLinks(toSingleLine(alert.name)) })),
  }
  const catalog = getCatalog(notice.language, branding)
  const texts = catalog.labels.match
  const form = (record.restricted ? restrictedFormFor : formFor)(branding, notice.language)
  const stop = branding.publicUrl + unsubscribePath(branding.secret, notice.id)
  const { place, facts, lead, access, preview } = formatRecord(record, branding, notice.language)
  const { subject, title } = formatTitles(given, record, catalog, place?.line)
  const reasons = listReasons(notice, record, catalog)
  const asides = listAsides(notice, texts)
  const sentTo = formatSentTo(notice, texts)

  return formatEmail(branding, {
    to: notice.target,
    subject,
    paragraphs: [
      ...(band ? [band.text] : []),
      title,
      ...(place ? [place.text] : []),
      lead.text,
      ...asides,
      access.text,
      texts.recognize,
      ...form.choices.map((choice) => `${choice.text}\n${answers}?answer=${choice.answer}`),
      texts.notSure({ who: whoToCall(texts, branding) }),
      facts.text,
      [texts.whyTitle, ...reasons].join('\n'),
      texts.note,
      sentTo,
      `${texts.change}: ${branding.publicUrl}/home\n${texts.stop}: ${stop}`,
    ],
    html: form.page({
      subject: html`${subject}`,
      preview,
      band: band?.html ?? html``,
      title: html`${title}`,
      place: place?.html ?? html``,
      intro: html`${[lead.html, ...asides.map(paragraph)]}`,
      facts: facts.html,
      reasons: html`${reasons.map(why)}`,
      see: access.html,
      answers: html`${answers}`,
      sentTo: html`${sentTo}`,
      stop: html`${stop}`,
    }),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
}

const formatSentTo = (notice: NoticeData, texts: Labels['match']): LocalizedText =>
  notice.insteadOfText && notice.data.accountEmail === true
    ? texts.sentToOwner({ address: notice.target })
    : texts.sentTo({ address: notice.target })

function listAsides(notice: NoticeData, texts: Labels['match']): LocalizedText[] {
  const number = typeof notice.data.number === 'string' ? formatPhone(notice.data.number) : ''
  const instead = number ? texts.insteadOfTextTo({ phone: number }) : texts.insteadOfText
  return [...(notice.insteadOfText ? [instead] : []), ...(notice.possiblyTwice ? [texts.twice] : [])]
}

/** The parts that all these emails of a county share in one language. */
function compileMatchForm(branding: SenderBranding, language: string, isRestricted: boolean) {
  const { labels, lang } = getCatalog(language, branding)
  const texts = labels.match
  const choices = [
    { title: texts.expected, help: texts.expectedHelp, answer: 'expected' },
    { title: texts.notMe, help: isRestricted ? texts.notMeRestrictedHelp : texts.notMeHelp, answer: 'not-me' },
    { title: texts.wrong, help: texts.wrongHelp({ who: whoToCall(texts, branding) }), answer: 'wrong' },
  ]
  return {
    choices: choices.map(({ title, help, answer }) => ({ text: toStraightQuotes(`${title}. ${help}`), answer })),
    page: compileForm<
      | 'subject'
      | 'preview'
      | 'band'
      | 'title'
      | 'place'
      | 'intro'
      | 'facts'
      | 'reasons'
      | 'see'
      | 'answers'
      | 'sentTo'
      | 'stop'
    >(
      page({
        branding,
        lang,
        title: placeholder('subject'),
        preview: placeholder('preview'),
        body: [
          placeholder('band'),
          heading(placeholder('title')),
          placeholder('place'),
          placeholder('intro'),
          placeholder('see'),
          subheading(texts.recognize),
          ...choices.map(({ title, help, answer }) =>
            // A link within the box's own link would break both.
            choiceBox(html`${placeholder('answers')}?answer=${answer}`, title, toPlainText(help)),
          ),
          paragraph(texts.notSure({ who: whoToCall(texts, branding) })),
          placeholder('facts'),
          panel([whyTitle(texts.whyTitle), placeholder('reasons')]),
        ],
        note: texts.note,
        footer: [
          soft(placeholder('sentTo')),
          html`<p style="margin:0 0 10px;font-size:16px;line-height:2.2">
            ${link(`${branding.publicUrl}/home`, texts.change)} &nbsp; ${link(placeholder('stop'), texts.stop)}
          </p>`,
          contactHtml(branding),
        ],
      }),
    ),
  }
}
const formFor = cachePerBranding((branding, language) => compileMatchForm(branding, language, false))
const restrictedFormFor = cachePerBranding((branding, language) => compileMatchForm(branding, language, true))

const why = (content: Html | string): Html => html`<p style="margin:0 0 8px;line-height:1.5">${content}</p>`
const whyTitle = (text: Html | string): Html =>
  html`<h2 style="margin:0 0 6px;font-size:20px;line-height:1.3">${text}</h2>`

function listReasons({ alerts }: NoticeData, record: RecordData, catalog: Catalog): LocalizedText[] {
  const reasons = alerts.slice(0, maxAlerts).map((alert) => formatReason(alert, record, catalog))
  return alerts.length > maxAlerts ? [...reasons, catalog.formatCount('more', alerts.length - maxAlerts)] : reasons
}
