import { array, assert, boolean, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Match } from '#shared/contract/match.ts'
import { noProperties, type RecordProperty } from '#shared/contract/record-property.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import type { EmailMessage, Message } from '#shared/node/providers/common/message.ts'
import { sampleBranding, sampleMatch } from '#tests/fixtures/messages.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { truncate, fitText, toGsm, twoSegments } from './format/plain.ts'
import type { ListedRecord, NoticeData } from './parts/notice-data.ts'
import type { SenderBranding } from './parts/sender-branding.ts'
import { render } from './render.ts'

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
  restricted: false,
  parties: [
    { role: 'GRANTOR', name: 'BRANDVOLD THESSALY R' },
    { role: 'Grantee', businessName: 'GREYMOOR HOLDINGS LLC' },
    { role: 'TRUSTEE', firstName: 'ORRIN', lastName: 'DALE' },
  ],
  parcels: ['17-03-123-045'],
  legalDescription: '',
  situsAddresses: null,
  ...noProperties,
  explanation: null,
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
  isAccountEmail: true,
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

test('an email about a record names an alert once that has its name from what it watches', () => {
  const message = email({
    alerts: [{ name: 'Thessaly Brandvold', criteria: 'Thessaly Brandvold', match: sampleMatch }],
  })
  expect(message.text).toContain('Alert Thessaly Brandvold. The record shows BRANDVOLD THESSALY R.')
  expect(message.text).not.toContain('watches')
})

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
    const properties = [makeProperty('17-03-123-045', '412 Larkspur Lane')]
    const housed = email({ alerts: [...notice().alerts, ...notice().alerts], record: { ...record, properties } })
    expect(housed.subject).toBe('Quit Claim Deed recorded for 412 Larkspur Lane: matches 2 of your alerts')
    expect(housed.text).toMatch(/^A record for 412 Larkspur Lane matches 2 of your alerts\n/)
  })

  test('marks the words that matched, for each alert its own, and names them where it cannot mark any', () => {
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

  const withProperties = (properties: RecordProperty[], moreProperties = 0, commonLegalDescription = '') =>
    email({
      record: {
        ...record,
        parcels: properties.map(({ parcelId }) => parcelId),
        properties,
        moreProperties,
        commonLegalDescription,
      },
    })

  test('names a single property first and in its rows, and leaves out what is unknown', () => {
    const one = withProperties([makeProperty('17-03-123-045', '412 Larkspur Lane', 'LOT 4', 'Alder Falls 55810')])
    expect(one.subject).toBe('Quit Claim Deed recorded for 412 Larkspur Lane: matches your alert "My name"')
    expect(one.text).toContain(
      'A record for 412 Larkspur Lane matches your alert "My name"\n\n412 Larkspur Lane\nParcel 17-03-123-045\n\nQuit Claim Deed. The county recorded',
    )
    expect(one.text).toContain(
      '\nProperty: 412 Larkspur Lane, Alder Falls 55810\nParcel: 17-03-123-045\nLegal description: LOT 4\n',
    )
    expect(one.html).toMatch(/>412 Larkspur Lane<br \/><span [^>]+>Parcel 17-03-123-045<\/span>/)
    const bare = withProperties([makeProperty('17-03-123-045')])
    expect(bare.text).toContain('matches your alert "My name"\n\nQuit Claim Deed.')
    expect(bare.text).not.toMatch(/Property:|Legal description:/)
    expect(bare.text).toContain('\nParcel: 17-03-123-045\n')
  })

  test.each([
    ['My name', true, 'Quit Claim Deed recorded for 412 Larkspur Lane: matches your alert "My name"'],
    // It would say the same twice.
    ['412 larkspur lane, home', true, 'Quit Claim Deed recorded: matches your alert "412 larkspur lane, home"'],
    ['My name', false, 'Quit Claim Deed recorded for 412 Larkspur Lane: matches your alert'],
  ])('about the alert %s, to its owner: %s, has the subject %s', (name, isAccountEmail, subject) => {
    const properties = [makeProperty('17-03-123-045', '412 Larkspur Lane')]
    const alerts = [{ name, criteria: 'Thessaly Brandvold', match: sampleMatch }]
    expect(email({ isAccountEmail, alerts, record: { ...record, properties } }).subject.replaceAll('\u2060', '')).toBe(
      subject,
    )
    const bare = email({ isAccountEmail: false, alerts })
    expect(bare.subject).toBe('Quit Claim Deed recorded: matches your alert')
  })

  test('turns no name of an alert into a link in a mail program', () => {
    const alerts = [{ name: 'evil.example/x St.', criteria: 'Thessaly Brandvold', match: sampleMatch }]
    const { subject, text, html } = email({ alerts })
    for (const part of [subject, text, html.replaceAll('&#8288;', '\u2060')]) {
      expect(part).not.toContain('evil.example')
      expect(part).toContain('evil\u2060.example\u2060/x St')
      expect(part).not.toContain('evil .example')
    }
  })

  test('names a few of many properties, and counts the others', () => {
    const few = [
      makeProperty('17-1', '12 Elm Street'),
      makeProperty('17-2', '', 'LOT 2'),
      makeProperty('17-3', '14 Elm Street', 'LOT 3'),
    ]
    const { text, html } = withProperties(few, 12, 'LOTS 1-15')
    expect(text).toContain('12 Elm Street\nParcel 17-1 and 14 more\n')
    expect(text).toContain(
      'Parcel: 17-1 · 12 Elm Street\nParcel: 17-2 · LOT 2\nParcel: 17-3 · 14 Elm Street · LOT 3\nAnd more: 12 more\n',
    )
    expect(text).toContain('Legal description: LOTS 1-15\n')
    expect(html).toContain('17-3 · 14 Elm Street · LOT 3')
  })

  test('never puts the address of one parcel with the number of another', () => {
    const { text } = withProperties([makeProperty('17-1'), makeProperty('17-2', '12 Elm Street')])
    expect(text).toContain('matches your alert "My name"\n\nQuit Claim Deed.')
    expect(text).toContain('Parcel: 17-1\nParcel: 17-2 · 12 Elm Street\n')
  })

  test.each<[string, NonNullable<NoticeData['record']>['explanation'], string]>([
    [
      'ours',
      { key: 'warrantyDeed', explanation: '' },
      'November 19, 2026. A warranty deed gives a property to a new owner.',
    ],
    ["the county's", { key: null, explanation: 'A <b> deed.\nAsk us.' }, 'November 19, 2026. A <b> deed. Ask us.'],
    ['none', null, 'November 19, 2026.\n'],
  ])('explains the document after its day: %s', (_name, explanation, words) => {
    const { text, html } = email({ record: { ...record, explanation } })
    expect(text).toContain(words)
    expect(html).not.toContain('A <b> deed')
  })

  test('asks first, and gives the details below', () => {
    const order = [
      'A quit claim deed gives',
      'See this record',
      'Do you recognize',
      'I expected this',
      'Not sure? Call',
      'Number',
      'Why you got this',
    ]
    const explained = email({ record: { ...record, explanation: { key: 'quitClaimDeed', explanation: '' } } })
    for (const part of [explained.text, explained.html.slice(explained.html.indexOf('<h1'))]) {
      const places = order.map((words) => part.indexOf(words))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places[0]).toBeGreaterThan(0)
    }
  })

  test('says how to see a record that has no link, and leaves out the time that the feed did not give', () => {
    const message = email({ record: { ...record, documentUrl: '', recordedHasTime: false } })
    expect(message.text).toContain('ask the county for document 2026-018842')
    expect(message.text).toContain('Recorded: November 19, 2026\n')
  })

  test.each([
    [{}, 'Quit Claim Deed recorded: matches your alert'],
    [
      { properties: [makeProperty('17-1', '412 Larkspur Lane')] },
      'Quit Claim Deed recorded for 412 Larkspur Lane: matches your alert',
    ],
  ])('names no alert in the subject to an address that is not the account’s', (place, subject) => {
    expect(email({ isAccountEmail: false, record: { ...record, ...place } }).subject).toBe(subject)
  })

  test('writes the name of an alert so that no mail program makes a link of it', () => {
    const name = 'Call 800-555-0199 https://evil.example'
    const message = email({ alerts: [{ name, criteria: 'A B', match: sampleMatch }] })
    for (const part of [message.subject, message.text, message.html])
      expect(part).not.toMatch(/evil\.example|800-555|555-0199/)
  })

  test('says when it replaces a text, and when it may be a duplicate', () => {
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

  test('says with the reason the role of a name that has no row', () => {
    const parties = Array.from({ length: 300 }, (_, n) => ({ role: 'GRANTEE', name: `PARTY ${n}` }))
    const unlisted = { ...sampleMatch, fieldIndex: 200, role: 'GRANTEE', recordRaw: 'PARTY 200' }
    const { text, html } = email({
      record: { ...record, parties },
      alerts: [{ name: 'My name', criteria: 'Thessaly Brandvold', match: unlisted }],
    })
    expect(text).toContain('The record shows PARTY 200. The record lists this name under To. First and last')
    expect(html).toContain('The record lists this name under <b>To</b>.')
  })

  test('reads well for a county without a contact', () => {
    const bare = { ...branding, contactName: '', contactTitle: '', contactPhone: '', contactEmail: '' }
    expect(email({}, bare).text).toContain("This looks wrong. Call the county recorder's office. Say")
  })
})

const nasty = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@example.org\u0000\u202E`
const listed = (some: string, change: Partial<ListedRecord> = {}): ListedRecord => ({
  documentId: some,
  documentType: some,
  documentDescription: some,
  documentUrl: '',
  recordedOn: '2026-11-19',
  match: { ...sampleMatch, recordRaw: some, sentence: some },
  ...change,
})
const everywhere = (bad: string): Partial<NoticeData> => ({
  target: 'x@example.org',
  secret,
  alerts: [{ name: bad, criteria: bad, match: { ...sampleMatch, recordRaw: bad, sentence: bad } }],
  record: {
    ...record,
    documentId: bad,
    documentDescription: bad,
    parties: [{ role: bad, name: bad }],
    parcels: [bad],
    legalDescription: bad,
    properties: [makeProperty(bad, bad, bad, bad)],
    commonLegalDescription: bad,
    explanation: { key: null, explanation: bad },
  },
  weekly: { alerts: [{ name: bad, criteria: bad, records: [listed(bad)], more: 7 }], hasHome: true },
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

const emails: [
  kind: 'match' | 'weekly' | 'verify' | 'account',
  template: keyof NoticeTemplates | 'match' | 'weekly',
][] = [
  ['match', 'match'],
  ['weekly', 'weekly'],
  ['verify', 'verify-email'],
  ['account', 'password-changed'],
  ['account', 'email-changed'],
  ['account', 'recipient-stopped'],
  ['account', 'migration-ended'],
  ['account', 'database-restored'],
  ['account', 'record-reported'],
]
test.each(emails)('%s %s: turns nothing that users wrote into markup or a header', (kind, template) => {
  const message = email({ ...everywhere(nasty), kind, template }, nastyHead)
  expect(message.html).not.toContain('<img')
  expect(message.html.match(/<a [^>]*onerror/)).toBeNull()
  for (const line of [message.subject, ...Object.values(message.headers)]) expect(line).not.toMatch(/[\r\n\0]/)
})

test.each(emails)(
  '%s %s: needs no escapes in JSON and nothing beyond Latin-1, whatever the texts contain',
  (kind, template) => {
    assert(
      property(string({ unit: 'binary' }), (some) => {
        const text = `"\\\n${some}`
        const head = { ...branding, countyName: text, appTitle: text, contactName: text, contactPhone: text }
        const page = email({ ...everywhere(text), kind, template }, head).html
        expect(JSON.stringify(page)).toBe(`"${page}"`)
        expect(page).not.toMatch(/[\u0100-\uFFFF]/)
      }),
      { numRuns: 50, seed: 1 },
    )
  },
)

describe('texts', () => {
  test('about a record: two plain segments, with the number to call, the link and STOP', () => {
    expect(text()).toBe(
      `Alder County: Quit Claim Deed 2026-018842, recorded 11/19/26, matches your alert "My name": BRANDVOLD THESSALY R. Not expected? Call 612-555-0130. See it: ${/https\S+/.exec(text())?.[0]} Reply STOP to end.`,
    )
    expect(text()).toMatch(/https:\/\/alerts\.alder\.example\/notice\/[\w-]+ Reply STOP to end\.$/)
  })

  const address = '412 Larkspur Lane'
  const parcelMatch: Match = { ...sampleMatch, field: 'parcel', recordRaw: '17-03-123-045', marks: [] }
  const place = (alert: string, match: Match, where: string, more = 0) =>
    text({
      record: {
        ...record,
        properties: [makeProperty('17-03-123-045', where)],
        moreProperties: more,
      },
      alerts: [
        { name: alert, criteria: '', match },
        ...Array.from({ length: more }, () => ({ name: 'Other', criteria: '', match })),
      ],
    })
  test.each<[string, string, string]>([
    ['before a parcel', place('My house', parcelMatch, address), `alert "My house": ${address}, 17-03-123-045.`],
    ['not twice, where the nickname is it', place(address, parcelMatch, address), `alert "${address}": 17-03-123-045.`],
    ['after a name', place('My name', sampleMatch, address), `"My name": BRANDVOLD THESSALY R, ${address}.`],
    ['of several alerts', place('My house', parcelMatch, address, 1), `2 of your alerts: ${address}, 17-03-123-045.`],
    ['in plain characters', place('My house', parcelMatch, '12 Señor “Elm” St'), ': 12 Senor "Elm" St, 17-03'],
    ['nowhere without one', place('My house', parcelMatch, ''), 'alert "My house": 17-03-123-045.'],
  ])('about a record name the address %s', (_what, message, words) => {
    expect(message).toContain(words)
  })

  test.each<[string, string, Match, [parcelId: string, address: string][], string]>([
    [
      'another parcel',
      '17-1',
      parcelMatch,
      [
        ['17-1', ''],
        ['17-2', address],
      ],
      ': 17-1.',
    ],
    [
      'another, after a name',
      '17-1',
      sampleMatch,
      [
        ['17-1', ''],
        ['17-2', address],
      ],
      ': BRANDVOLD THESSALY R.',
    ],
    ['the parcel that is left in a revised record', '17-1', parcelMatch, [['17-2', address]], ': 17-1.'],
    ['one of several in a text', '17-1, 17-2', parcelMatch, [['17-2', address]], ': 17-1, 17-2.'],
  ])('never shows the number next to the address of %s', (_what, recordRaw, match, properties, words) => {
    const message = text({
      record: {
        ...record,
        properties: properties.map(([parcelId, where]) => makeProperty(parcelId, where)),
      },
      alerts: [{ name: 'Mine', criteria: '', match: match.field === 'parcel' ? { ...match, recordRaw } : match }],
    })
    expect(message).toContain(`alert "Mine"${words}`)
    expect(message).not.toContain(address)
  })

  test('gives an address only the room that all other parts leave', () => {
    for (const length of [10, 40, 80, 120, 200, 5_000]) {
      const message = place('My house', parcelMatch, `9${'W'.repeat(length)}`)
      expect(message.length).toBeLessThanOrEqual(twoSegments)
      expect(message).toContain('Quit Claim Deed 2026-018842, recorded 11/19/26, matches your alert "My house": 9W')
      expect(message).toContain('17-03-123-045. Not expected?')
    }
    const full = place('My house', { ...parcelMatch, recordRaw: '1'.repeat(85) }, address)
    expect(full).not.toContain(address)
    expect(full).toContain('1'.repeat(85))
  })

  const templates: [NoticeData['kind'], string][] = [
    ['match', 'match'],
    ['verify', 'verify-phone'],
    ['test', 'test-text'],
    ['account', 'help-text'],
    ['account', 'yes-unclear-text'],
  ]
  test.each(templates)(
    '%s %s: fits two segments of GSM characters with complete links and STOP at the end, whatever users wrote',
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
        { numRuns: 200, seed: 1 },
      )
    },
  )

  test('gives code, link and their lifetime in a verification text', () => {
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
] as const)('%s says in both parts that it may be a duplicate, if it may', (_which, change) => {
  for (const possiblyTwice of [false, true]) {
    const { text: plain, html } = email({ ...change, possiblyTwice })
    for (const part of [plain, html])
      expect(/You may get this (message|email) twice\./.test(part), part).toBe(possiblyTwice)
  }
})

test('gives the link and its lifetime in a verification email', () => {
  const message = email({ kind: 'verify', template: 'verify-email', secret: { ...secret, hours: 1 } })
  expect(message.text).toContain(
    'Someone asked us to send alerts about recorded documents to t.brandvold@example.org. Open the link to say yes.',
  )
  expect(message.text).toContain(`https://alerts.alder.example/ConfirmEmail/${secret.ticket}`)
  expect(message.text).toContain('The link works for 1 hour.')
  expect(message.headers).toEqual({})
})

test('refuses a notice without the data of its template, instead of sending half', () => {
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

test('truncating and fitting', () => {
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

describe('a restricted record', () => {
  const sealed = {
    ...record,
    documentDescription: '',
    documentUrl: '',
    recordedHasTime: false,
    parties: [],
    parcels: [],
    restricted: true,
  }
  const match = {
    ...sampleMatch,
    field: 'parcel' as const,
    alertRaw: '17-03-123-045',
    recordRaw: '',
    sentence: '',
    role: '',
  }
  const alerts = [{ name: 'My house', criteria: '17-03-123-045', match }]
  const both = [
    ...alerts,
    { name: 'My name', criteria: 'Thessaly Brandvold', match: { ...match, field: 'party' as const } },
  ]

  test('in an email: number, type and day, the criteria of the alert, and whom to call', () => {
    const { subject, text: plain, html } = email({ record: sealed, alerts: both })
    expect(subject).toBe('DEED recorded: matches 2 of your alerts')
    expect(plain).toContain('Document: DEED\nNumber: 2026-018842\nRecorded: November 19, 2026\n\n')
    expect(plain).toContain('My house watches parcel 17-03-123-045.\nMy name watches Thessaly Brandvold.\n\n')
    expect(plain).toContain(
      "This record is restricted by law, so we can't show more. To learn more, call (612) 555-0130 about document 2026-018842.",
    )
    expect(html).toContain("href='tel:")
    for (const part of [plain, html]) {
      expect(part).not.toMatch(/The record (shows|lists)|Read the record first|To get a copy/)
    }
  })

  test('in an email of a county without a phone', () => {
    expect(email({ record: sealed, alerts }, { ...branding, contactPhone: '' }).text).toContain(
      "call the county recorder's office about document 2026-018842.",
    )
  })

  test('in a text of two segments', () => {
    expect(text({ record: sealed, alerts })).toMatch(
      /^Alder County: DEED 2026-018842, recorded 11\/19\/26, matches your alert "My house"\. It is restricted by law, so we can't show more\. Questions\? Call 612-555-0130\. See it: \S+ Reply STOP to end\.$/,
    )
    const long = { ...sealed, documentType: 'D'.repeat(200), documentId: '9'.repeat(200) }
    for (const given of [alerts, both]) {
      const longest = text({
        record: long,
        alerts: given.map((one) => ({ ...one, name: 'W'.repeat(60) })),
        possiblyTwice: true,
      })
      expect(longest.length).toBeLessThanOrEqual(twoSegments)
      expect(longest).toMatch(/Reply STOP to end\.$/)
    }
  })
})
