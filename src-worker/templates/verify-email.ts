import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { html } from '#shared/node/platform/html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { getCatalog } from './catalog/catalog.ts'
import { toPlainText } from './catalog/localized-text.ts'
import { formatEmail } from './format-email.ts'
import { contactHtml } from './parts/contact.ts'
import { getSecret, type NoticeData } from './parts/notice-data.ts'
import { button, heading, link, page, paragraph, soft } from './parts/page.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** The link that verifies an address, and how long it works. */
export function toVerifyEmail(notice: NoticeData, branding: SenderBranding): EmailMessage {
  const { labels, lang, formatCount } = getCatalog(notice.language, branding)
  const texts = labels.verifyEmail
  const secret = getSecret(notice)
  const href = `${branding.publicUrl}/ConfirmEmail/${secret.ticket}`
  const subject = toPlainText(texts.subject({ county: toSingleLine(branding.countyName) }))
  // This may go to a stranger, so it contains nothing that the requester typed.
  const address = notice.target
  const expires = texts.expires({ hours: formatCount('hours', secret.hours) })
  const sentTo = texts.sentTo({ address })
  const twice = notice.possiblyTwice ? [labels.twice] : []
  return formatEmail(branding, {
    to: address,
    subject,
    paragraphs: [
      texts.askedLink({ address }),
      href,
      expires,
      texts.notAsked,
      ...twice,
      labels.match.note,
      texts.sameForAll,
      sentTo,
    ],
    html: page({
      branding,
      lang,
      title: subject,
      preview: expires,
      body: [
        heading(texts.heading),
        paragraph(texts.asked({ address })),
        html`<p style="margin:0 0 20px">${button(href, texts.button)}</p>`,
        paragraph(expires),
        paragraph(texts.notAsked),
        ...twice.map(paragraph),
        soft(html`${texts.orPaste}<br />${link(href, href)}`),
      ],
      note: labels.match.note,
      footer: [soft(texts.sameForAll), soft(sentTo), contactHtml(branding)],
    }),
    headers: {},
  })
}
