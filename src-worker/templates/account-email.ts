import { accountContents, type Content } from './account-contents.ts'
import { contactHtml, contactLine, contactText, fromName } from './contact.ts'
import type { NoticeFacts } from './notice-data.ts'
import { html } from './html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import type { Letterhead } from './message.ts'
import { straight } from './plain.ts'
import { plain } from './said.ts'
import { withUnlinkedNames } from './unlinked.ts'
import { type Wording, wordsOf } from './words.ts'
import { button, heading, link, page, paragraph, soft } from './page.ts'

/** A template of account mail: it goes on after an unsubscribe, so it offers none. */
const accountEmail =
  <D>(contentOf: (data: D, wording: Wording, notice: NoticeFacts, letterhead: Letterhead) => Content) =>
  (notice: NoticeFacts, letterhead: Letterhead): EmailMessage => {
    const wording = wordsOf(notice.language, letterhead)
    const { account } = wording.words
    const content = contentOf(withUnlinkedNames(notice.data as D), wording, notice, letterhead)
    const href = content.button && letterhead.publicUrl + content.button.path
    const after = [...(content.after ?? []), ...(notice.possiblyTwice ? [wording.words.twice] : [])]
    const help = contactLine(letterhead) ? [account.help({ contact: contactLine(letterhead) })] : []
    const whyThere = content.contact ? account.sentToContact : content.entered ? account.sentToEntered : account.sentTo
    const sentTo = whyThere({ address: notice.target })
    const subject = plain(content.subject)
    return {
      channel: 'EMAIL',
      to: notice.target,
      fromName: fromName(letterhead),
      subject,
      text: straight(
        [
          ...content.lines,
          ...(content.button ? [`${content.button.text}: ${href}`] : []),
          ...after,
          ...help,
          account.note,
          sentTo,
          contactText(letterhead),
        ].join('\n\n'),
      ),
      html: page({
        letterhead,
        lang: wording.lang,
        title: subject,
        preview: content.lines[0] ?? '',
        body: [
          heading(content.subject),
          ...content.lines.map(paragraph),
          ...(content.button && href
            ? [html`<p style="margin:0 0 20px">${button(href, content.button.text)}</p>`]
            : []),
          ...after.map(paragraph),
          ...(notice.secret && href ? [soft(html`${account.orPaste}<br />${link(href, href)}`)] : []),
        ],
        note: account.note,
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
  'see-usernames': accountEmail(accountContents['see-usernames']),
  'email-change-asked': accountEmail(accountContents['email-change-asked']),
  'password-changed': accountEmail(accountContents['password-changed']),
  'authenticator-changed': accountEmail(accountContents['authenticator-changed']),
  'email-changed': accountEmail(accountContents['email-changed']),
  'recipient-stopped': accountEmail(accountContents['recipient-stopped']),
  'migration-ended': accountEmail(accountContents['migration-ended']),
  'keep-alerts': accountEmail(accountContents['keep-alerts']),
  'database-restored': accountEmail(accountContents['database-restored']),
}
