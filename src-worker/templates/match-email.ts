import { noticePath, unsubscribePath } from '#shared/node/links.ts'
import { showPhone } from '#shared/rules/phone.ts'
import { contactHtml, contactText, fromName } from './contact.ts'
import type { MatchedAlert, NoticeFacts, RecordFacts } from './facts.ts'
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
  const { words, lang } = wordsOf(notice.language)
  const say = words.match
  const answers = letterhead.publicUrl + noticePath(letterhead.secret, notice.id)
  const stop = letterhead.publicUrl + unsubscribePath(letterhead.secret, notice.id)
  const names = notice.alerts.map((alert) => oneLine(alert.name))
  const first = names[0] ?? ''
  const what = documentOf(record, words)
  const one = names.length === 1
  const subject = one ? say.subject(cut(what, 60), cut(first, 60)) : say.subjectMany(cut(what, 60), names.length)
  const day = dayOf(record, words)
  const rows = factsOf(record, words, letterhead.timeZone)
  const reasons = notice.alerts.slice(0, mostAlerts).map((alert) => reasonOf(alert, say))
  const unnamed = notice.alerts.length - reasons.length
  const asides = [
    notice.insteadOfText
      ? say.insteadOfText(typeof notice.data.number === 'string' ? showPhone(notice.data.number) : '')
      : '',
    notice.possiblyTwice ? say.twice : '',
  ].filter(Boolean)
  const sentTo =
    notice.insteadOfText && notice.data.accountEmail === true
      ? say.sentToOwner(notice.target)
      : say.sentTo(notice.target)
  const choices = [
    { title: say.expected, help: say.expectedHelp, answer: 'expected' },
    { title: say.notMe, help: say.notMeHelp, answer: 'not-me' },
    { title: say.wrong, help: wrongHelp(say, letterhead), answer: 'wrong' },
  ].map((choice) => ({ ...choice, href: `${answers}?answer=${choice.answer}` }))

  return {
    channel: 'EMAIL',
    to: notice.target,
    fromName: fromName(letterhead),
    subject,
    text: straight(
      [
        one ? say.heading(first) : say.headingMany(names.length),
        say.intro(day),
        ...asides,
        rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
        `${say.whyTitle}\n${reasons.map((reason) => reason.text).join('\n')}${unnamed > 0 ? `\n${words.andMore(unnamed)}` : ''}`,
        say.todoTitle,
        ...choices.map((choice) => `${choice.title}. ${choice.help}\n${choice.href}`),
        record.documentUrl ? `${say.see}: ${record.documentUrl}` : say.seeAtOffice(oneLine(record.documentId)),
        say.note,
        sentTo,
        `${say.change}: ${letterhead.publicUrl}/home\n${say.stop}: ${stop}`,
        contactText(letterhead),
      ].join('\n\n'),
    ),
    html: page({
      letterhead,
      lang,
      title: subject,
      preview: say.preview(day, letterhead.countyName),
      body: [
        heading(one ? say.heading(first) : say.headingMany(names.length)),
        paragraph(say.intro(day)),
        ...asides.map(paragraph),
        facts(rows),
        panel([
          whyTitle(say.whyTitle),
          ...reasons.map((reason) => reason.html),
          ...(unnamed > 0 ? [why(words.andMore(unnamed))] : []),
        ]),
        record.documentUrl
          ? html`<p style="margin:0 0 24px">${button(record.documentUrl, say.see)}</p>`
          : paragraph(say.seeAtOffice(oneLine(record.documentId))),
        subheading(say.todoTitle),
        ...choices.map(
          (choice) =>
            html`${choice.answer === 'wrong' ? wrongHtml(say, letterhead) : paragraph(html`${strong(`${choice.title}.`)} ${choice.help}`)}
              <p style="margin:0 0 24px">${quietButton(choice.href, choice.title)}</p>`,
        ),
      ],
      note: say.note,
      footer: [
        soft(sentTo),
        html`<p style="margin:0 0 10px;font-size:16px;line-height:2.2">
          ${link(`${letterhead.publicUrl}/home`, say.change)} &nbsp; ${link(stop, say.stop)}
        </p>`,
        contactHtml(letterhead),
      ],
    }),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

const why = (content: Html | string): Html =>
  html`<p style="margin:0 0 8px;font-size:18px;line-height:1.5;overflow-wrap:anywhere">${content}</p>`
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
  return paragraph(html`${strong(`${say.wrong}.`)} ${say.call} ${number}. ${say.wrongHelp}`)
}
