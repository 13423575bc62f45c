import { noticePath, unsubscribePath } from '#shared/node/links.ts'
import { showPhone } from '#shared/rules/phone.ts'
import { contactHtml, contactText, fromName } from './contact.ts'
import type { MatchedAlert, NoticeFacts, RecordFacts } from './facts.ts'
import { formOf, gap, onceFor } from './form.ts'
import {
  button,
  dial,
  facts,
  heading,
  type Html,
  html,
  link,
  page,
  panel,
  paragraph,
  quietButton,
  soft,
  strong,
  subheading,
} from './html.ts'
import type { EmailMessage, Letterhead } from './message.ts'
import { cut, oneLine, straight } from './plain.ts'
import { dayOf, documentOf, factsOf } from './record-words.ts'
import type { Words } from './en.ts'
import { wordsOf } from './words.ts'

/** Alerts named one by one; an owner with more reads the number and finds them all in the history. */
const mostAlerts = 10

/** The email about one record: the facts, why, what to do, and how to stop (decisions, section 8). */
export function matchEmail(notice: NoticeFacts, record: RecordFacts, letterhead: Letterhead): EmailMessage {
  const { words } = wordsOf(notice.language)
  const say = words.match
  const form = formFor(letterhead, notice.language)
  const answers = letterhead.publicUrl + noticePath(letterhead.secret, notice.id)
  const stop = letterhead.publicUrl + unsubscribePath(letterhead.secret, notice.id)
  const many = notice.alerts.length
  const first = oneLine(notice.alerts[0]?.name ?? '')
  const what = cut(documentOf(record, words), 60)
  const subject = many === 1 ? say.subject(what, cut(first, 60)) : say.subjectMany(what, many)
  const title = many === 1 ? say.heading(first) : say.headingMany(many)
  const day = dayOf(record, words)
  const rows = factsOf(record, words, letterhead.timeZone)
  const reasons = notice.alerts.slice(0, mostAlerts).map((alert) => reasonOf(alert, say))
  const unnamed = many > mostAlerts ? words.andMore(many - mostAlerts) : ''
  const intro = [say.intro(day), ...asidesOf(notice, say)]
  const sentTo =
    notice.insteadOfText && notice.data.accountEmail === true
      ? say.sentToOwner(notice.target)
      : say.sentTo(notice.target)

  return {
    channel: 'EMAIL',
    to: notice.target,
    fromName: fromName(letterhead),
    subject,
    text: straight(
      [
        straight(title),
        ...intro,
        rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
        [say.whyTitle, ...reasons.map((reason) => reason.text), ...(unnamed ? [unnamed] : [])].join('\n'),
        say.todoTitle,
        ...form.choices.map((choice) => `${choice.text}\n${answers}?answer=${choice.answer}`),
        record.documentUrl ? `${say.see}: ${record.documentUrl}` : say.seeAtOffice(oneLine(record.documentId)),
        say.note,
        sentTo,
        `${say.change}: ${letterhead.publicUrl}/home\n${say.stop}: ${stop}`,
        form.contact,
      ].join('\n\n'),
    ),
    html: form.page({
      subject: html`${subject}`,
      preview: html`${say.preview(day, letterhead.countyName)}`,
      title: html`${title}`,
      intro: html`${intro.map(paragraph)}`,
      facts: facts(rows),
      reasons: html`${reasons.map((reason) => reason.html)}${unnamed ? why(unnamed) : ''}`,
      see: record.documentUrl
        ? html`<p style="margin:0 0 24px">${button(record.documentUrl, say.see)}</p>`
        : paragraph(say.seeAtOffice(oneLine(record.documentId))),
      answers: html`${answers}`,
      sentTo: html`${sentTo}`,
      stop: html`${stop}`,
    }),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function asidesOf(notice: NoticeFacts, say: Words['match']): string[] {
  const number = typeof notice.data.number === 'string' ? showPhone(notice.data.number) : ''
  return [notice.insteadOfText ? say.insteadOfText(number) : '', notice.possiblyTwice ? say.twice : ''].filter(Boolean)
}

/** What is the same in all these emails of a county in one language. */
const formFor = onceFor((letterhead, language) => {
  const { words, lang } = wordsOf(language)
  const say = words.match
  const choices = [
    { title: say.expected, help: html`${say.expectedHelp}`, text: say.expectedHelp, answer: 'expected' },
    { title: say.notMe, help: html`${say.notMeHelp}`, text: say.notMeHelp, answer: 'not-me' },
    { title: say.wrong, help: wrongHtml(say, letterhead), text: wrongHelp(say, letterhead), answer: 'wrong' },
  ]
  return {
    choices: choices.map(({ title, text, answer }) => ({ text: straight(`${title}. ${text}`), answer })),
    contact: contactText(letterhead),
    page: formOf<
      'subject' | 'preview' | 'title' | 'intro' | 'facts' | 'reasons' | 'see' | 'answers' | 'sentTo' | 'stop'
    >(
      page({
        letterhead,
        lang,
        title: gap('subject'),
        preview: gap('preview'),
        body: [
          heading(gap('title')),
          gap('intro'),
          gap('facts'),
          panel([whyTitle(say.whyTitle), gap('reasons')]),
          gap('see'),
          subheading(say.todoTitle),
          ...choices.map(
            ({ title, help, answer }) =>
              html`${paragraph(html`${strong(`${title}.`)} ${help}`)}
                <p style="margin:0 0 24px">${quietButton(html`${gap('answers')}?answer=${answer}`, title)}</p>`,
          ),
        ],
        note: say.note,
        footer: [
          soft(gap('sentTo')),
          html`<p style="margin:0 0 10px;font-size:16px;line-height:2.2">
            ${link(`${letterhead.publicUrl}/home`, say.change)} &nbsp; ${link(gap('stop'), say.stop)}
          </p>`,
          contactHtml(letterhead),
        ],
      }),
    ),
  }
})

const why = (content: Html | string): Html => html`<p style="margin:0 0 8px;line-height:1.5">${content}</p>`
const whyTitle = (text: string): Html => html`<h2 style="margin:0 0 6px;font-size:20px;line-height:1.3">${text}</h2>`

/** 'My name watches Thessaly Brandvold. The record says BRANDVOLD THESSALY R. First and last name are the same.' */
function reasonOf({ name, criteria, match }: MatchedAlert, say: Words['match']): { text: string; html: Html } {
  const parcel = match.field === 'parcel'
  const watches = parcel ? say.watchesParcel : say.watches
  const says = parcel ? say.recordLists : say.recordSays
  const [alert, watched, record, sentence] = [name, criteria, match.recordRaw, match.sentence].map(oneLine) as [
    string,
    string,
    string,
    string,
  ]
  return {
    text: `${alert} ${watches} ${watched}. ${says} ${record}. ${sentence}`,
    html: why(html`${strong(alert)} ${watches} ${strong(watched)}. ${says} ${strong(record)}. ${sentence}`),
  }
}

const wrongHelp = (say: Words['match'], l: Letterhead): string =>
  `${say.call} ${l.contactPhone || say.theCounty}. ${say.wrongHelp}`

function wrongHtml(say: Words['match'], l: Letterhead): Html {
  const number = l.contactPhone
    ? html`<a class="link" href="${dial(l.contactPhone)}" style="color:#0b5675;white-space:nowrap"
        >${l.contactPhone}</a
      >`
    : say.theCounty
  return html`${say.call} ${number}. ${say.wrongHelp}`
}
