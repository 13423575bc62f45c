import { accountContents, type Content } from './account-contents.ts'
import { contactHtml, contactLine, contactText, fromName } from './contact.ts'
import type { Words } from './en.ts'
import type { NoticeFacts } from './facts.ts'
import { button, heading, html, link, page, paragraph, soft } from './html.ts'
import type { EmailMessage, Letterhead } from './message.ts'
import { straight } from './plain.ts'
import { wordsOf } from './words.ts'

/** A template of account mail: it goes on after an unsubscribe, so it offers none. */
const accountEmail =
  <D>(contentOf: (data: D, words: Words, notice: NoticeFacts, letterhead: Letterhead) => Content) =>
  (notice: NoticeFacts, letterhead: Letterhead): EmailMessage => {
    const { words, lang } = wordsOf(notice.language)
    const content = contentOf(notice.data as D, words, notice, letterhead)
    const href = content.button && letterhead.publicUrl + content.button.path
    const after = content.after ?? []
    const help = contactLine(letterhead) ? [words.account.help(contactLine(letterhead))] : []
    const { account } = words
    const whyThere = content.contact ? account.sentToContact : content.entered ? account.sentToEntered : account.sentTo
    const sentTo = whyThere(notice.target)
    return {
      channel: 'EMAIL',
      to: notice.target,
      fromName: fromName(letterhead),
      subject: content.subject,
      text: straight(
        [
          ...content.lines,
          ...(content.button ? [`${content.button.text}: ${href}`] : []),
          ...after,
          ...help,
          words.account.note,
          sentTo,
          contactText(letterhead),
        ].join('\n\n'),
      ),
      html: page({
        letterhead,
        lang,
        title: content.subject,
        preview: content.lines[0] ?? '',
        body: [
          heading(content.subject),
          ...content.lines.map(paragraph),
          ...(content.button && href
            ? [html`<p style="margin:0 0 20px">${button(href, content.button.text)}</p>`]
            : []),
          ...after.map(paragraph),
          ...(notice.secret && href ? [soft(html`${words.account.orPaste}<br />${link(href, href)}`)] : []),
        ],
        note: words.account.note,
        footer: [soft(sentTo), contactHtml(letterhead)],
      }),
      headers: {},
    }
  }

export const accountEmails = {
  registration: accountEmail(accountContents.registration),
  'taken-username': accountEmail(accountContents['taken-username']),
  'forgot-username': accountEmail(accountContents['forgot-username']),
  'password-reset': accountEmail(accountContents['password-reset']),
  'confirm-profile-email': accountEmail(accountContents['confirm-profile-email']),
  'account-locked': accountEmail(accountContents['account-locked']),
  'password-changed': accountEmail(accountContents['password-changed']),
  'authenticator-changed': accountEmail(accountContents['authenticator-changed']),
  'email-changed': accountEmail(accountContents['email-changed']),
  'recipient-stopped': accountEmail(accountContents['recipient-stopped']),
  'migration-ended': accountEmail(accountContents['migration-ended']),
  'keep-alerts': accountEmail(accountContents['keep-alerts']),
}
