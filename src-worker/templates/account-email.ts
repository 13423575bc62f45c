import { html } from '#shared/node/platform/html.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { accountContents } from './account-contents/account-contents.ts'
import type { Content } from './account-contents/content.ts'
import { type Catalog, getCatalog } from './catalog/catalog.ts'
import { toPlainText } from './catalog/localized-text.ts'
import { formatEmail } from './format-email.ts'
import { preventLinksInNames } from './format/prevent-links.ts'
import { contactHtml, contactLine } from './parts/contact.ts'
import type { NoticeData } from './parts/notice-data.ts'
import { button, heading, link, page, paragraph, soft } from './parts/page.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** A template of account mail, which offers no unsubscribe link because it is sent regardless. */
const accountEmail =
  <D>(contentOf: (data: D, catalog: Catalog, notice: NoticeData, branding: SenderBranding) => Content) =>
  (notice: NoticeData, branding: SenderBranding): EmailMessage => {
    const catalog = getCatalog(notice.language, branding)
    const { account } = catalog.labels
    const content = contentOf(preventLinksInNames(notice.data as D), catalog, notice, branding)
    const href = content.button && branding.publicUrl + content.button.path
    const after = [...(content.after ?? []), ...(notice.possiblyTwice ? [catalog.labels.twice] : [])]
    const help = contactLine(branding) ? [account.help({ contact: contactLine(branding) })] : []
    const whyThere = sentToText(content, account)
    const sentTo = whyThere({ address: notice.target })
    const subject = toPlainText(content.subject)
    return formatEmail(branding, {
      to: notice.target,
      subject,
      paragraphs: [
        ...content.lines,
        ...(content.button ? [`${content.button.text}: ${href}`] : []),
        ...after,
        ...help,
        account.note,
        sentTo,
      ],
      html: page({
        branding,
        lang: catalog.lang,
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
        footer: [soft(sentTo), contactHtml(branding)],
      }),
      headers: {},
    })
  }

function sentToText({ contact, entered, reader, formerReader }: Content, account: Catalog['labels']['account']) {
  if (contact) return account.sentToContact
  if (entered) return account.sentToEntered
  if (formerReader) return account.sentToFormerReader
  return reader ? account.sentToReader : account.sentTo
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
  'authenticator-link': accountEmail(accountContents['authenticator-link']),
  'administrator-added': accountEmail(accountContents['administrator-added']),
  'email-changed': accountEmail(accountContents['email-changed']),
  'recipient-stopped': accountEmail(accountContents['recipient-stopped']),
  'notices-changed': accountEmail(accountContents['notices-changed']),
  'account-deleted': accountEmail(accountContents['account-deleted']),
  'changes-undone': accountEmail(accountContents['changes-undone']),
  'migration-ended': accountEmail(accountContents['migration-ended']),
  'keep-alerts': accountEmail(accountContents['keep-alerts']),
  'database-restored': accountEmail(accountContents['database-restored']),
  'record-reported': accountEmail(accountContents['record-reported']),
  'records-reported': accountEmail(accountContents['records-reported']),
}
