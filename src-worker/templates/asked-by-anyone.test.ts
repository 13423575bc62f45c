import { expect, test } from 'vitest'
import { type MailKind, mailKinds } from '#shared/node/domain/notices/mail-kinds.ts'
import type { NoticeTemplate } from '#shared/node/domain/notices/notice-templates.ts'
import { sampleBranding, sampleMatch } from '#tests/fixtures/messages.ts'
import { preventLinks } from './format/prevent-links.ts'
import type { NoticeData } from './parts/notice-data.ts'
import { render } from './render.ts'

const templates = Object.keys(mailKinds) as NoticeTemplate[]
const ofKind = (...kinds: MailKind[]) => templates.filter((template) => kinds.includes(mailKinds[template]))

/** The words of a user who has mail sent to a stranger, in all places from which a template could take them. */
const typed = 'Your deed was stolen! See https://evil.example/x'
const username = 'evil.example@evil.example'
const facts = (template: NoticeTemplate, usernames = [username]): NoticeData => ({
  id: 12,
  kind: mailKinds[template] === 'verify' ? 'verify' : 'account',
  template,
  channel: template === 'verify-phone' ? 'PHONE' : 'EMAIL',
  target: template === 'verify-phone' ? '+16125550142' : 'victim@example.org',
  language: 'ENGLISH',
  data: {
    username,
    usernames,
    again: true,
    change: 'on',
    name: typed,
    firstName: typed,
    lastName: typed,
    alertName: typed,
    criteria: typed,
    message: typed,
    changes: [{ act: 'off', alert: username }],
    byStaff: false,
    day: '2026-11-28',
    until: '2026-12-05',
  },
  possiblyTwice: false,
  insteadOfText: false,
  isAccountEmail: true,
  record: null,
  alerts: [{ name: typed, criteria: typed, match: { ...sampleMatch, alertRaw: typed } }],
  secret: { ticket: 'T'.repeat(43), code: '482913', hours: 4 },
})
const partsOf = (template: NoticeTemplate, usernames?: string[]): string[] => {
  const message = render(facts(template, usernames), sampleBranding)
  return message.channel === 'EMAIL' ? [message.subject, message.text, message.html] : [message.text]
}

// Text that looks like an address, and is not one of our own.
const looksLikeLink = /evil\.example|evil@/

test.each(ofKind('verify', 'register'))(
  '%s, which anyone can have sent anywhere, contains nothing that they typed',
  (template) => {
    for (const part of partsOf(template)) {
      expect(part).not.toContain('deed was stolen')
      expect(part).not.toMatch(looksLikeLink)
    }
  },
)

// The accounts that an address has already are its reader's own.
test.each(['verify-email', 'verify-phone', 'confirm-profile-email', 'registration', 'see-usernames'] as const)(
  '%s contains no name',
  (template) => {
    for (const part of partsOf(template, [])) expect(part).not.toContain('evil')
  },
)

test.each(ofKind('security'))('%s writes a username so that no mail program makes a link of it', (template) => {
  for (const part of partsOf(template)) expect(part).not.toMatch(looksLikeLink)
})

test('splits a web or email address and a phone number with a joiner, and changes nothing else', () => {
  expect(preventLinks('a.b@c_d')).toBe('a\u2060.b\u2060@c_d')
  expect(preventLinks('800-555 0199')).toBe('800\u2060-555\u2060 019\u20609')
  expect(preventLinks('My 2 homes, B-12')).toBe('My 2\u2060 homes, B-12')
  expect(preventLinks('odalys_fennimore')).toBe('odalys_fennimore')
})
