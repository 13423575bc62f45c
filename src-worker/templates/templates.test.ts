import type { Match } from '#shared/contract/match.ts'
import { array, assert, boolean, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import type { NoticeData } from './notice-data.ts'
import type { EmailMessage, Message } from '#shared/node/providers/common/message.ts'
import type { SenderBranding } from './sender-branding.ts'
import { truncate, fitText, toGsm, twoSegments } from './format/plain.ts'
import { render } from './render.ts'
import { sampleBranding, sampleMatch } from './testing.ts'

const branding: SenderBranding = {
  ...sampleBranding,
  contactName: 'Rowan Ashdown',
  contactTitle: 'Recorder',
  contactEmail: 'recorder@alder.example',
}
const record = {
  documentId: '2026-018842',
  documentType: 'DEED',
  documentDescription: 'Quit Claim Deed',
  recordedAt: new Date('2026-11-19T16:42:00Z'),
  recordedOn: '2026-11-19',
  recordedHasTime: true,
  documentUrl: 'https://records.alder.example/2026-018842',
  parties: [
    { role: 'GRANTOR', name: 'BRANDVOLD THESSALY R' },
    { role: 'Grantee', businessName: 'GREYMOOR HOLDINGS LLC' },
    { role: 'TRUSTEE', firstName: 'ORRIN', lastName: 'DALE' },
  ],
  parcels: ['17-03-123-045'],
}
const notice = (change: Partial<NoticeData> = {}): NoticeData => ({
  id: 4711,
  kind: 'match',
  template: 'match',
  channel: 'EMAIL',
  target: 't.brandvold@example.org',
  language: 'ENGLISH',
  data: {},
  possiblyTwice: false,
  insteadOfText: false,
  record,
  alerts: [{ name: 'My name', criteria: 'Thessaly Brandvold', match: sampleMatch }],
  secret: null,
  ...change,
})
const text = (change: Partial<NoticeData> = {}, l = branding) =>
  render(notice({ channel: 'PHONE', target: '+16125550142', ...change }), l).text
const email = (change: Partial<NoticeData> = {}, l = branding): EmailMessage => {
  const message = render(notice(change), l)
  if (message.channel !== 'EMAIL') throw new Error('Not an email.')
  return message
}
const secret = { ticket: 'T'.repeat(43), code: '482913', hours: 4 }

describe('the email about a record', () => {
  const { subject, text: plain, html, headers } = email()

  test.each([
    'Document: Quit Claim Deed',
    'Number: 2026-018842',
    'Recorded: November 19, 2026, 10:42 AM',
    'From: BRANDVOLD THESSALY R',
    'To: GREYMOOR HOLDINGS LLC',
    'Trustee: ORRIN DALE',
    'Parcel: 17-03-123-045',
    'My name watches Thessaly Brandvold. The record shows BRANDVOLD THESSALY R. First and last name are the same.',
    'I expected this',
    'This is not about me',
    'This looks wrong. Call (612) 555-0130.',
    'https://records.alder.example/2026-018842',
    "It doesn't stop a document from being recorded.",
    'Rowan Ashdown, Recorder',
    'https://alerts.alder.example/unsubscribe/',
  ])('says %s', (words) => {
    expect(plain).toContain(words)
  })

  test('has a subject that names document and alert, and one-click headers', () => {
    expect(subject).toBe('Quit Claim Deed recorded: matches your alert "My name"')
    expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/alerts\.alder\.example\/unsubscribe\/[\w-]+>$/)
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test('links each answer and the record in both parts', () => {
    for (const answer of ['expected', 'not-me', 'wrong']) {
      expect(plain).toMatch(new RegExp(`/notice/[\\w-]+\\?answer=${answer}`))
      expect(html).toMatch(new RegExp(`href='https://alerts\\.alder\\.example/notice/[\\w-]+\\?answer=${answer}'`))
    }
    expect(html).toContain("href='https://records.alder.example/2026-018842'")
    expect(html).toContain("href='tel:6125550130'")
  })

  test('names every alert that matched, and a parcel as a parcel', () => {
    const parcel = {
      ...sampleMatch,
      field: 'parcel',
      recordRaw: '17-03-123-045',
      sentence: 'It is the same parcel.',
    } as const
    const message = email({
      alerts: [...notice().alerts, { name: 'Mother’s house', criteria: '17-03-123-045', match: parcel }],
    })
    expect(message.subject).toBe('Quit Claim Deed recorded: matches 2 of your alerts')
    expect(message.text).toContain(
      "Mother's house watches parcel 17-03-123-045. The record lists parcel 17-03-123-045.",
    )
  })

  test('marks the words that met, each alert its own, and names them where nothing can be marked', () => {
    const of = (name: string, recordRaw: string, marks: Match['marks']) => ({
      name,
      criteria: name,
      match: { ...sampleMatch, recordRaw, marks },
    })
    const joint = 'ASH, PERRY\n&  WREN <B>'
    const { text, html } = email({
      alerts: [
        of('Perry Ash', joint, [
          [0, 3],
          [5, 10],
        ]),
        of('Wren Ash', joint, [
          [0, 3],
          [14, 18],
        ]),
        of('Both', 'ASH PERRY', [[0, 9]]),
        of('Older', 'ASH PERRY', undefined),
      ],
    })
    const mark = (words: string) =>
      `<span class='mark' style='background:#fdeec9;text-decoration:underline'>${words}</span>`
    expect(html).toContain(`<b>${mark('ASH')}, ${mark('PERRY')} &amp; WREN &lt;B&gt;</b>`)
    expect(html).toContain(`<b>${mark('ASH')}, PERRY &amp; ${mark('WREN')} &lt;B&gt;</b>`)
    expect(html).toContain(`<b>${mark('ASH PERRY')}</b>`)
    expect(html).toContain(`The record shows <b>ASH PERRY</b>.`)
    expect(html).not.toContain('Words that match')
    expect(text).toContain('ASH, PERRY & WREN <B>. First and last name are the same. Words that match: "ASH", "PERRY".')
    expect(text).toContain('First and last name are the same. Words that match: "ASH", "WREN".')
    expect(text.match(/Words that match/g)).toHaveLength(2)
  })

  test('says how to see a record that has no link, and leaves out the time that the feed did not give', () => {
    const message = email({ record: { ...record, documentUrl: '', recordedHasTime: false } })
    expect(message.text).toContain('ask the county for document 2026-018842')
    expect(message.text).toContain('Recorded: November 19, 2026\n')
  })

  test('says when it stands for a text, and when it may come twice', () => {
    const message = email({ insteadOfText: true, possiblyTwice: true, data: { number: '+16125550142' } })
    expect(message.text).toContain(
      'The county has used up its texts for this month, so we sent this email instead of a text to (612) 555-0142.',
    )
    expect(message.text).toContain('You may get this message twice.')
  })

  test('shows no more than a dozen of many parties', () => {
    const parties = Array.from({ length: 300 }, (_, n) => ({ role: 'GRANTOR', name: `PARTY ${n}` }))
    const { text } = email({ record: { ...record, parties } })
    expect(text).toContain('And more: 289 more')
    expect(text).not.toContain('lists this name under')
  })

  test('says with the reason on which side a name stands that has no row', () => {
    const parties = Array.from({ length: 300 }, (_, n) => ({ role: 'GRANTEE', name: `PARTY ${n}` }))
    const unlisted = { ...sampleMatch, fieldIndex: 200, role: 'GRANTEE', recordRaw: 'PARTY 200' }
    const { text, html } = email({
      record: { ...record, parties },
      alerts: [{ name: 'My name', criteria: 'Thessaly Brandvold', match: unlisted }],
    })
    expect(text).toContain('The record shows PARTY 200. The record lists this name under To. First and last')
    expect(html).toContain('The record lists this name under <b>To</b>.')
  })

  test('a county without a contact still reads well', () => {
    const bare = { ...branding, contactName: '', contactTitle: '', contactPhone: '', contactEmail: '' }
    expect(email({}, bare).text).toContain('This looks wrong. Call the county. Say')
  })
})

const nasty = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@example.org\u0000\u202E`
const everywhere = (bad: string): Partial<NoticeData> => ({
  target: 'x@example.org',
  secret,
  alerts: [{ name: bad, criteria: bad, match: { ...sampleMatch, recordRaw: bad, sentence: bad } }],
  record: { ...record, documentId: bad, documentDescription: bad, parties: [{ role: bad, name: bad }], parcels: [bad] },
  data: {
    username: bad,
    channel: 'EMAIL',
    target: bad,
    why: 'bounce',
    outcome: 'failed',
    message: bad,
    alerts: 1,
    emails: 1,
    skipped: 1,
    from: bad,
  },
})
const nastyHead = { ...branding, countyName: nasty, appTitle: nasty, contactName: nasty, contactPhone: nasty }

const emails: [kind: 'match' | 'verify' | 'account', template: keyof NoticeTemplates | 'match'][] = [
  ['match', 'match'],
  ['verify', 'verify-email'],
  ['account', 'password-changed'],
  ['account', 'email-changed'],
  ['account', 'recipient-stopped'],
  ['account', 'migration-ended'],
  ['account', 'database-restored'],
]
test.each(emails)('%s %s: nothing that anybody wrote becomes markup or a header', (kind, template) => {
  const message = email({ ...everywhere(nasty), kind, template }, nastyHead)
  expect(message.html).not.toContain('<img')
  expect(message.html.match(/<a [^>]*onerror/)).toBeNull()
  for (const line of [message.subject, ...Object.values(message.headers)]) expect(line).not.toMatch(/[\r\n\0]/)
})

test.each(emails)('%s %s: JSON takes the page as it stands, whatever anybody wrote', (kind, template) => {
  assert(
    property(string({ unit: 'binary' }), (some) => {
      const text = `"\\\n${some}`
      const head = { ...branding, countyName: text, appTitle: text, contactName: text, contactPhone: text }
      const page = email({ ...everywhere(text), kind, template }, head).html
      expect(JSON.stringify(page)).toBe(`"${page}"`)
    }),
    { numRuns: 50 },
  )
})

describe('texts', () => {
  test('about a record: two plain segments, with the number to call, the link and STOP', () => {
    expect(text()).toBe(
      `Alder County: Quit Claim Deed 2026-018842, recorded 11/19/26, matches your alert "My name": BRANDVOLD THESSALY R. Not expected? Call 612-555-0130. See it: ${/https\S+/.exec(text())?.[0]} Reply STOP to end.`,
    )
    expect(text()).toMatch(/https:\/\/alerts\.alder\.example\/notice\/[\w-]+ Reply STOP to end\.$/)
  })

  const templates: [NoticeData['kind'], string][] = [
    ['match', 'match'],
    ['verify', 'verify-phone'],
    ['test', 'test-text'],
    ['account', 'help-text'],
    ['account', 'yes-unclear-text'],
  ]
  test.each(templates)(
    '%s %s: whatever anybody wrote, two segments of GSM characters, links whole, STOP last',
    (kind, template) => {
      assert(
        property(string({ maxLength: 400, unit: 'binary' }), string({ maxLength: 100 }), boolean(), (...given) => {
          const [words, county, possiblyTwice] = given
          const message = text(
            { ...everywhere(words), kind, template, target: '+16125550142', possiblyTwice },
            { ...branding, countyName: county || 'A' },
          )
          expect(message.includes('You may get this text twice.')).toBe(possiblyTwice)
          expect(message.length).toBeLessThanOrEqual(twoSegments)
          expect(message).toMatch(/^[\n !-Z_a-z]*$/)
          expect(message.endsWith('Reply STOP to end.')).toBe(true)
          if (kind === 'verify') expect(message).toContain(`/ConfirmPhone/${secret.ticket} `)
        }),
        { numRuns: 200 },
      )
    },
  )

  test('a verification says code, link and how long both work', () => {
    const message = text({ kind: 'verify', template: 'verify-phone', secret })
    expect(message).toContain(
      'your code is 482913. Within 4 hours, enter it in your alert, open https://alerts.alder.example/ConfirmPhone/',
    )
    expect(message).toContain('or reply YES')
  })
})

test.each([
  ['the email about a record', {}],
  ['the verification email', { kind: 'verify', template: 'verify-email', secret }],
  ['account mail', { kind: 'account', template: 'password-reset', data: { username: 'odalys' }, secret }],
] as const)('%s says that it may come twice, in both parts, where it may', (_which, change) => {
  for (const possiblyTwice of [false, true]) {
    const { text: plain, html } = email({ ...change, possiblyTwice })
    for (const part of [plain, html])
      expect(/You may get this (message|email) twice\./.test(part), part).toBe(possiblyTwice)
  }
})

test('the verification email has the link and how long it works', () => {
  const message = email({ kind: 'verify', template: 'verify-email', secret: { ...secret, hours: 1 } })
  expect(message.text).toContain('Verify this address to get record alerts.')
  expect(message.text).toContain(`https://alerts.alder.example/ConfirmEmail/${secret.ticket}`)
  expect(message.text).toContain('The link works for 1 hour.')
  expect(message.headers).toEqual({})
})

test('a notice without what its template needs is refused, not sent half', () => {
  const missing: (() => Message)[] = [
    () => email({ record: null }),
    () => email({ kind: 'verify', template: 'verify-email' }),
    () => email({ kind: 'account', template: 'no-such-template' }),
    () => email({ kind: 'account', template: 'toString' }),
  ]
  for (const write of missing) expect(write).toThrow()
})

test.each([
  ['Müller – “Straße”', 'Muller - "Strasse"'],
  ['a\u0000b\r\nc', 'a b c'],
  ['李 & Söhne', '? & Sohne'],
  ['[x] {y} ~ ^ \\ |', "(x) (y) - ' / /"],
])('%j in GSM characters is %j', (given, expected) => {
  expect(toGsm(given)).toBe(expected)
})

test('cutting and fitting', () => {
  expect(truncate('abcdefgh', 6)).toBe('abc...')
  expect(truncate('abc', 3)).toBe('abc')
  expect(toSingleLine(' a\t\tb ')).toBe('a b')
  expect(fitText({ a: 'x'.repeat(50), b: 'y'.repeat(20) }, ({ a, b }) => `${a}-${b}`, 40).length).toBeLessThanOrEqual(
    40,
  )
  assert(
    property(
      array(string({ maxLength: 200 }), { minLength: 1, maxLength: 4 }),
      (list) =>
        fitText(Object.fromEntries(list.map((part, i) => [String(i), part])), (p) => Object.values(p).join(''), 60)
          .length <= 60,
    ),
  )
})
