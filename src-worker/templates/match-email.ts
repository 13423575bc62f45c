import { noticePath, unsubscribePath } from '#shared/node/domain/notices/links.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { getUnlistedRole } from '#shared/domain/notice/record-parts.ts'
import { contactHtml, contactText, fromName } from './contact.ts'
import type { MatchedAlert, NoticeFacts, RecordFacts } from './notice-data.ts'
import { formOf, gap, onceFor } from './form.ts'
import { type Html, html } from './html.ts'
import type { EmailMessage, Letterhead } from './message.ts'
import { cut, straight } from './plain.ts'
import { dayOf, documentOf, factsOf } from './record-words.ts'
import { joined, marked, plain, type Said } from './said.ts'
import { type Wording, type Words, wordsOf } from './words.ts'
import {
  button,
  dial,
  facts,
  heading,
  link,
  page,
  panel,
  paragraph,
  quietButton,
  soft,
  strong,
  subheading,
} from './page.ts'

/** Alerts named one by one; an owner with more reads the number and finds them all in the history. */
const mostAlerts = 10

/** The email about one record: the facts, why, what to do, and how to stop (decisions, section 8). */
export function matchEmail(notice: NoticeFacts, record: RecordFacts, letterhead: Letterhead): EmailMessage {
  const wording = wordsOf(notice.language, letterhead)
  const say = wording.words.match
  const form = formFor(letterhead, notice.language)
  const answers = letterhead.publicUrl + noticePath(letterhead.secret, notice.id)
  const stop = letterhead.publicUrl + unsubscribePath(letterhead.secret, notice.id)
  const many = notice.alerts.length
  const first = oneLine(notice.alerts[0]?.name ?? '')
  const what = cut(plain(documentOf(record, wording)), 60)
  const subject = plain(
    many === 1 ? say.subject({ what, alert: cut(first, 60) }) : say.subjectMany({ what, count: many }),
  )
  const title = many === 1 ? say.heading({ alert: first }) : say.headingMany({ count: many })
  const day = dayOf(record, wording)
  const rows = factsOf(record, wording, letterhead.timeZone)
  const reasons = notice.alerts.slice(0, mostAlerts).map((alert) => reasonOf(alert, record, wording))
  const unnamed = many > mostAlerts ? wording.counted('more', many - mostAlerts) : ''
  const intro = [say.intro({ day }), ...asidesOf(notice, say)]
  const sentTo =
    notice.insteadOfText && notice.data.accountEmail === true
      ? say.sentToOwner({ address: notice.target })
      : say.sentTo({ address: notice.target })

  return {
    channel: 'EMAIL',
    to: notice.target,
    fromName: fromName(letterhead),
    subject,
    text: straight(
      [
        straight(plain(title)),
        ...intro,
        rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
        [say.whyTitle, ...reasons, ...(unnamed ? [unnamed] : [])].join('\n'),
        say.todoTitle,
        ...form.choices.map((choice) => `${choice.text}\n${answers}?answer=${choice.answer}`),
        record.documentUrl ? `${say.see}: ${record.documentUrl}` : say.seeAtOffice({ id: oneLine(record.documentId) }),
        say.note,
        sentTo,
        `${say.change}: ${letterhead.publicUrl}/home\n${say.stop}: ${stop}`,
        form.contact,
      ].join('\n\n'),
    ),
    html: form.page({
      subject: html`${subject}`,
      preview: html`${say.preview({ day, county: letterhead.countyName })}`,
      title: html`${title}`,
      intro: html`${intro.map(paragraph)}`,
      facts: facts(rows),
      reasons: html`${reasons.map(why)}${unnamed ? why(unnamed) : ''}`,
      see: record.documentUrl
        ? html`<p style="margin:0 0 24px">${button(record.documentUrl, say.see)}</p>`
        : paragraph(say.seeAtOffice({ id: oneLine(record.documentId) })),
      answers: html`${answers}`,
      sentTo: html`${sentTo}`,
      stop: html`${stop}`,
    }),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function asidesOf(notice: NoticeFacts, say: Words['match']): Said[] {
  const number = typeof notice.data.number === 'string' ? formatPhone(notice.data.number) : ''
  const instead = number ? say.insteadOfTextTo({ phone: number }) : say.insteadOfText
  return [...(notice.insteadOfText ? [instead] : []), ...(notice.possiblyTwice ? [say.twice] : [])]
}

/** What is the same in all these emails of a county in one language. */
const formFor = onceFor((letterhead, language) => {
  const { words, lang } = wordsOf(language, letterhead)
  const say = words.match
  const choices = [
    { title: say.expected, help: say.expectedHelp, answer: 'expected' },
    { title: say.notMe, help: say.notMeHelp, answer: 'not-me' },
    { title: say.wrong, help: say.wrongHelp({ who: whoToCall(say, letterhead) }), answer: 'wrong' },
  ]
  return {
    choices: choices.map(({ title, help, answer }) => ({ text: straight(`${title}. ${help}`), answer })),
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
              html`${paragraph(html`${strong(html`${title}.`)} ${help}`)}
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
const whyTitle = (text: Html | string): Html =>
  html`<h2 style="margin:0 0 6px;font-size:20px;line-height:1.3">${text}</h2>`

/** 'My name watches Thessaly Brandvold. The record says BRANDVOLD THESSALY R. First and last name are the same.' */
function reasonOf({ name, criteria, match }: MatchedAlert, { parties }: RecordFacts, wording: Wording): Said {
  const { words, sentence } = wording
  const say = match.field === 'parcel' ? words.match.whyParcel : words.match.why
  const values = { alert: oneLine(name), criteria: oneLine(criteria), record: oneLine(match.recordRaw) }
  const under = getUnlistedRole(parties, match)
  const side = under ? [words.match.whyUnder({ role: under.role ? words.role[under.role] : under.ownRole })] : []
  return joined(say(values), ...side, sentence(oneLine(match.sentence)))
}

/** The county's number, to be dialled at a touch. */
function whoToCall(say: Words['match'], { contactPhone }: Letterhead): Said {
  if (!contactPhone) return say.theCounty
  const style = 'color:#0b5675;white-space:nowrap'
  return marked(contactPhone, html`<a class="link" href="${dial(contactPhone)}" style="${style}">${contactPhone}</a>`)
}
