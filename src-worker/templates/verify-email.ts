import { contactHtml, contactText, fromName } from './contact.ts'
import type { NoticeFacts } from './facts.ts'
import { button, heading, html, link, page, paragraph, soft } from './html.ts'
import type { EmailMessage, Letterhead } from './message.ts'
import { oneLine, straight } from './plain.ts'
import { secretOf } from './texts.ts'
import { wordsOf } from './words.ts'

/** The link that verifies an address, and how long it works. */
export function verifyEmail(notice: NoticeFacts, letterhead: Letterhead): EmailMessage {
  const { words, lang } = wordsOf(notice.language)
  const say = words.verifyEmail
  const secret = secretOf(notice)
  const href = `${letterhead.publicUrl}/ConfirmEmail/${secret.ticket}`
  const subject = say.subject(oneLine(letterhead.countyName))
  const intro = notice.alertName ? say.intro(oneLine(notice.alertName)) : say.introPlain
  const expires = say.expires(words.hours(secret.hours))
  return {
    channel: 'EMAIL',
    to: notice.target,
    fromName: fromName(letterhead),
    subject,
    text: straight(
      [intro, href, expires, say.ignore, words.match.note, say.sentTo(notice.target), contactText(letterhead)].join(
        '\n\n',
      ),
    ),
    html: page({
      letterhead,
      lang,
      title: subject,
      preview: `${intro} ${expires}`,
      body: [
        heading(say.heading),
        paragraph(intro),
        html`<p style="margin:0 0 20px">${button(href, say.button)}</p>`,
        paragraph(`${expires} ${say.ignore}`),
        soft(html`${say.orPaste}<br />${link(href, href)}`),
      ],
      note: words.match.note,
      footer: [soft(say.sentTo(notice.target)), contactHtml(letterhead)],
    }),
    headers: {},
  }
}
