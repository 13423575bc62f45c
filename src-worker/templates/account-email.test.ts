import { describe, expect, test } from 'vitest'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { sampleBranding } from '#tests/fixtures/messages.ts'
import type { NoticeData } from './parts/notice-data.ts'
import { render } from './render.ts'

const ticket = 'T'.repeat(43)

function email<T extends keyof NoticeTemplates>(template: T, data: NoticeTemplates[T], secret = true): EmailMessage {
  const notice: NoticeData = {
    id: 12,
    kind: 'account',
    template,
    channel: 'EMAIL',
    target: 'odalys@example.org',
    language: 'KOREAN',
    data,
    possiblyTwice: false,
    insteadOfText: false,
    isAccountEmail: true,
    record: null,
    alerts: [],
    secret: secret ? { ticket, code: '', hours: 4 } : null,
  }
  const message = render(notice, sampleBranding)
  if (message.channel !== 'EMAIL') throw new Error('Not an email.')
  // As it is read: the word joiners in usernames are invisible.
  const { text, html } = message
  return { ...message, text: text.replaceAll('\u2060', ''), html: html.replaceAll('&#8288;', '') }
}
const username = 'odalys.fennimore'

test.each([
  [
    'PARCEL_ID',
    '412 Larkspur Lane',
    '17-03-123-045',
    'A record matches your alert "412 Larkspur Lane"',
    'parcel 17-03-123-045',
  ],
  ['NAME', 'My name', 'Odalys Fennimore', 'A record matches your alert "My name"', 'ODALYS FENNIMORE'],
  ['BUSINESS', 'Our trust', 'Fennimore Trust', 'A record matches your alert "Our trust"', 'FENNIMORE TRUST'],
] as const)(
  'shows as a sample of an alert (%s) the real email under a band',
  (alertType, alert, criteria, title, shows) => {
    const { subject, text, html, headers } = email('sample-alert', { alert, alertType, criteria }, false)
    expect(subject.replaceAll('\u2060', '')).toBe(`SAMPLE: Quit Claim Deed recorded: matches your alert "${alert}"`)
    expect(text).toMatch(/^\*\*\* SAMPLE \*\*\*\nNo document was recorded\./)
    for (const words of [
      title,
      shows,
      'Do you recognize this record?',
      'This looks wrong.',
      'A quit claim deed gives up',
    ])
      expect(text).toContain(words)
    expect(html.indexOf('>SAMPLE<')).toBeGreaterThan(0)
    expect(html.indexOf('>SAMPLE<')).toBeLessThan(html.indexOf('<h1'))
    // It answers no question.
    expect(text + html).not.toContain('/notice/')
    expect(headers).toEqual({})
  },
)

test('names an invented alert in a sample that an earlier server asked for', () => {
  const { text } = email('sample-alert', { alert: 'Home' }, false)
  expect(text).toContain('My name watches Jane Sample.')
})

test.each([
  [email('registration', { usernames: [] }), 'CompleteRegistration', /4 hours/],
  [email('password-reset', { username }), 'passwordReset', /It works once, and only the newest link works/],
  [email('confirm-profile-email', { username }), 'ConfirmProfileEmail', /4 hours/],
])('has the link in both parts, with its lifetime and advice for readers who did not ask', (message, page, held) => {
  const link = `https://alerts.alder.example/${page}/${ticket}`
  for (const part of [message.text, message.html]) {
    expect(part).toContain(link)
    // A new address may be a stranger's, no matter who typed it.
    expect(part.includes(username)).toBe(page === 'passwordReset')
    expect(part).toMatch(held)
    expect(part).toMatch(/If you didn(?:'|&#8217;)t ask for this, do nothing\./)
  }
  // Until there are Korean words, the message says that it is English.
  expect(message.html).toMatch(/<html lang=["']en["']/)
  expect(message.headers).toEqual({})
})

test.each(['registration', 'password-reset', 'confirm-profile-email', 'see-usernames', 'account-locked'] as const)(
  'refuses to write %s without its ticket',
  (template) => {
    expect(() => email(template, { username, usernames: [] }, false)).toThrow('without its ticket')
  },
)

test('does not promise other notices to a reader who may have no other address', () => {
  const { text } = email('recipient-stopped', { channel: 'EMAIL', target: 'old@example.org', why: 'bounce' }, false)
  expect(text).toContain('Your alerts no longer go to old@example.org.')
  expect(text).toContain('An alert with no other verified address or number now reaches no one.')
  expect(text).not.toContain('still go to')
})

describe('usernames', () => {
  test('lists the other accounts of the address in a registration, and says when it was requested', () => {
    const askedAt = '11/22/2026 9:05 AM'
    const { text } = email('registration', { usernames: ['maren.holt', 'holt.maren'], askedAt })
    expect(text).toContain('This email address has other accounts here: maren.holt, holt.maren.')
    expect(text).toContain('Someone registered with this email address on 11/22/2026 9:05 AM.')
    expect(text).toContain('use only the newest one that you asked for')
    // From before the time was stored.
    expect(email('registration', { usernames: [] }).text).not.toMatch(/other accounts|registered with/)
  })

  test('says that a username is taken, with the accounts of the address if it has any', () => {
    expect(email('taken-username', { username, usernames: [] }, false).text).toContain(
      `register with the username ${username}. That username is already in use.`,
    )
    expect(email('taken-username', { username, usernames: [username] }, false).text).toContain(
      `Its username: ${username}.`,
    )
  })

  test('names a single account, and counts several', () => {
    expect(email('forgot-username', { usernames: [username] }, false).text).toContain(`Your username is ${username}.`)
    expect(email('forgot-username', { usernames: [username, 'maren.holt'] }, false).text).toContain(
      `This email address has 2 usernames: ${username}, maren.holt.`,
    )
  })
})

describe('a lock', () => {
  test.each<[NoticeTemplates['account-locked'], RegExp, RegExp]>([
    [{ username }, /a wrong password for odalys\.fennimore too many times\. We locked/, /To unlock it/],
    [{ username: '' }, /a wrong password for your account too many times\. We locked/, /To unlock it/],
    [{ username, wrong: 'code', now: 'locked' }, /the right password for odalys.*We locked/s, /To unlock it/],
    [{ username: '', wrong: 'code', now: 'open' }, /the right password for your account/, /If this was not you/],
    [{ username, wrong: 'password', now: 'known browsers only' }, /where you have logged in before/, /To unlock it/],
  ])('%j says what happened and what to do, with a link to a new password', (data, what, todo) => {
    const { text } = email('account-locked', data)
    expect(text).toMatch(what)
    expect(text).toMatch(todo)
    expect(text).toContain(`/passwordReset/${ticket}`)
    const locked = data.now === undefined || data.now === 'locked'
    expect(text.includes('We locked')).toBe(locked)
    expect(text.includes('you can log in with your password as usual')).toBe(locked && data.wrong !== 'code')
  })
})

test.each(['account-locked', 'password-reset', 'password-changed', 'email-changed', 'email-change-asked'] as const)(
  '%s to an address that was never verified contains no name',
  (template) => {
    const { subject, text } = email(template, { username: '' })
    expect(`${subject} ${text}`).not.toMatch(/ {2}| \.|account  /)
    expect(text).toContain('your account')
  },
)

test('escapes everything that was entered', () => {
  const nasty = '<img src=x onerror=alert(1)>"\\\n'
  for (const message of [
    email('registration', { usernames: [nasty] }),
    email('taken-username', { username: nasty, usernames: [nasty] }, false),
    email('forgot-username', { usernames: [nasty] }, false),
    email('password-reset', { username: nasty }),
  ]) {
    expect(message.html).not.toContain('<img')
    expect(message.html).toContain('&lt;img')
    expect(JSON.stringify(message.html)).toBe(`"${message.html}"`)
    expect(message.html).not.toMatch(/[\u0100-\uFFFF]/)
    expect(message.subject).not.toContain(nasty)
  }
})

test('does not assume that an entered address belongs to an account', () => {
  expect(email('taken-username', { username, usernames: [] }, false).text).toContain('because someone entered it')
  expect(email('password-changed', { username }, false).text).toContain('because it belongs to your account')
  expect(email('account-deleted', { language: 'en', day: '2026-08-20', unused: true }, false).text).toContain(
    'because it got these alerts',
  )
})

test.each([
  [{}, 'A resident got an alert about document 2026-412 and answered "This looks wrong."'],
  [
    { possible: true },
    'A resident saw document 2026-412 in the list "Maybe about you" and answered "This looks wrong."',
  ],
  [{ found: true }, 'A resident found document 2026-412 and says that we should have notified them.'],
])('tells staff how the reporter came to know of the record: %j', (how, words) => {
  const report = { document: '2026-412', reportId: 7, contact: false, ...how }
  expect(email('record-reported', report, false).text.replaceAll('\n', ' ')).toContain(words)
})

test('says of one report without an email of its own no more than it knows', () => {
  const { text } = email('records-reported', { count: 1, contact: false }, false)
  expect(text).toContain('One report came in that we did not email you about.')
  expect(text).not.toContain('got an alert')
})
