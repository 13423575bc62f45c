import { expect, test } from 'vitest'
import type { EmailMessage } from '../common/message.ts'
import { buildMail } from './transport.ts'

const message: EmailMessage = {
  channel: 'EMAIL',
  to: 'resident@example.org',
  fromName: 'Alder County',
  subject: 'A deed was recorded',
  text: 'Text',
  html: '<p>Text</p>',
  headers: {},
}

test.each<[string, Partial<EmailMessage>]>([
  ['plain', {}],
  [
    'quotes, breaks and characters of every width in its text',
    { text: '"\\\n\u0000 ñ “Ł” \u2060 😀', subject: ']},"' },
  ],
  ['Latin-1 in its HTML', { html: '<p>A\u00F1o, caf\u00E9</p>' }],
  ['HTML that looks like the end of its JSON', { html: '<p>]}]}</p>', text: ']}' }],
  ['headers', { headers: { 'List-Unsubscribe': '<https://alerts.test/unsubscribe/x>' } }],
])('a mail keeps every character of a message with %s', (_what, change) => {
  const { text, html, subject, headers } = { ...message, ...change }
  const mail = JSON.parse(
    buildMail({ noticeId: 7, attempt: 2, message: { ...message, ...change } }, 'alerts@county.example').toString(),
  ) as Record<string, unknown>
  expect(mail).toMatchObject({
    personalizations: [{ to: [{ email: message.to }], custom_args: { notice: '7', attempt: '2' } }],
    from: { email: 'alerts@county.example', name: message.fromName },
    subject,
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
  })
  expect(mail.headers).toEqual(Object.keys(headers).length > 0 ? headers : undefined)
})
