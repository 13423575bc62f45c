import { oneLine } from '#shared/domain/notice/one-line.ts'
import { contactHtml, contactText, fromName } from './contact.ts'
import type { NoticeFacts } from './notice-data.ts'
import { html } from './html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import type { Letterhead } from './message.ts'
import { straight } from './plain.ts'
import { joined, plain } from './said.ts'
import { secretOf } from './texts.ts'
import { wordsOf } from './words.ts'
import { button, heading, link, page, paragraph, soft } from './page.ts'

/** The link that verifies an address, and how long it works. */
export function verifyEmail(notice: NoticeFacts, letterhead: Letterhead): EmailMessage {
  const { words, lang, counted } = wordsOf(notice.language, letterhead)
  const say = words.verifyEmail
  const secret = secretOf(notice)
  const href = `${letterhead.publicUrl}/ConfirmEmail/${secret.ticket}`
  const subject = plain(say.subject({ county: oneLine(letterhead.countyName) }))
  // Whoever asked, this goes to a stranger perhaps: it carries nothing that the asker typed (decisions, section 8).
  const intro = say.introPlain
  const expires = say.expires({ hours: counted('hours', secret.hours) })
  const sentTo = say.sentTo({ address: notice.target })
  const twice = notice.possiblyTwice ? [words.twice] : []
  return {
    channel: 'EMAIL',
    to: notice.target,
    fromName: fromName(letterhead),
    subject,
    text: straight(
      [intro, href, expires, say.ignore, ...twice, words.match.note, sentTo, contactText(letterhead)].join('\n\n'),
    ),
    html: page({
      letterhead,
      lang,
      title: subject,
      preview: joined(intro, expires),
      body: [
        heading(say.heading),
        paragraph(intro),
        html`<p style="margin:0 0 20px">${button(href, say.button)}</p>`,
        paragraph(joined(expires, say.ignore)),
        ...twice.map(paragraph),
        soft(html`${say.orPaste}<br />${link(href, href)}`),
      ],
      note: words.match.note,
      footer: [soft(sentTo), contactHtml(letterhead)],
    }),
    headers: {},
  }
}
