import { showPhone } from '#shared/rules/phone.ts'
import { contactHtml, contactLine, contactText, fromName } from './contact.ts'
import type { NoticeFacts } from './facts.ts'
import { button, heading, html, page, paragraph, soft } from './html.ts'
import type { EmailMessage, Letterhead } from './message.ts'
import { straight } from './plain.ts'
import type { NoticeTemplates } from '#shared/node/notice-templates.ts'
import type { Words } from './en.ts'
import { wordsOf } from './words.ts'

/** What an account email says; the frame round it is always the same. */
type Content = { subject: string; lines: string[]; button?: { path: string; text: string } }

const contents = {
  'account-locked': (data: NoticeTemplates['account-locked'], words: Words): Content => ({
    subject: words.account.locked.subject,
    lines: words.account.locked.body(data.username),
  }),
  'password-changed': (data: NoticeTemplates['password-changed'], words: Words): Content => ({
    subject: words.account.password.subject,
    lines: words.account.password.body(data.username),
  }),
  'email-changed': (data: NoticeTemplates['email-changed'], words: Words): Content => ({
    subject: words.account.email.subject,
    lines: words.account.email.body(data.username),
  }),
  'recipient-stopped': (data: NoticeTemplates['recipient-stopped'], words: Words): Content => {
    const say = words.account.stopped
    const target = data.channel === 'PHONE' ? showPhone(data.target) : data.target
    return {
      subject: data.channel === 'PHONE' ? say.subjectPhone : say.subjectEmail,
      lines: [say.why[data.why](target), say.whatFollows(target), say.todo],
      button: { path: '/home', text: say.button },
    }
  },
}

/** A template of account mail: it goes on after an unsubscribe, so it offers none. */
const accountEmail =
  <D>(contentOf: (data: D, words: Words) => Content) =>
  (notice: NoticeFacts, letterhead: Letterhead): EmailMessage => {
    const { words, lang } = wordsOf(notice.language)
    const content = contentOf(notice.data as D, words)
    const href = content.button && letterhead.publicUrl + content.button.path
    const help = contactLine(letterhead) ? [words.account.help(contactLine(letterhead))] : []
    return {
      channel: 'EMAIL',
      to: notice.target,
      fromName: fromName(letterhead),
      subject: content.subject,
      text: straight(
        [
          ...content.lines,
          ...(content.button ? [`${content.button.text}: ${href}`] : []),
          ...help,
          words.account.note,
          words.account.sentTo(notice.target),
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
        ],
        note: words.account.note,
        footer: [soft(words.account.sentTo(notice.target)), contactHtml(letterhead)],
      }),
      headers: {},
    }
  }

export const accountEmails = {
  'account-locked': accountEmail(contents['account-locked']),
  'password-changed': accountEmail(contents['password-changed']),
  'email-changed': accountEmail(contents['email-changed']),
  'recipient-stopped': accountEmail(contents['recipient-stopped']),
}
