import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noProperties } from '#shared/contract/record-property.ts'
import { earlierSentences } from '#shared/matching/public.ts'
import { textsByKey } from '#shared/node/domain/translations/compare-texts.ts'
import { TranslationFaults } from '#shared/node/domain/translations/county-texts.ts'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { sampleBranding } from '#tests/fixtures/messages.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { createCatalog } from './catalog/catalog.ts'
import { getLanguageForTag } from './catalog/catalog.ts'
import { english } from './catalog/en.ts'
import { createCheckedCatalog, readCountyCatalogs } from './county-catalogs.ts'
import type { NoticeData } from './parts/notice-data.ts'
import type { SenderBranding } from './parts/sender-branding.ts'
import { render } from './render.ts'

const { publicUrl } = sampleBranding

const checked = (tag: string, texts: object) => createCheckedCatalog(tag, textsByKey(texts), publicUrl)

const brandingFor = (tag: string, texts: object): SenderBranding => ({
  ...sampleBranding,
  catalogs: new Map([[getLanguageForTag(tag), checked(tag, texts).catalog]]),
})

const notice = (tag: string, change: Partial<NoticeData> = {}): NoticeData => ({
  id: 4711,
  kind: 'match',
  template: 'match',
  channel: 'EMAIL',
  target: 't.brandvold@example.org',
  language: getLanguageForTag(tag),
  data: {},
  possiblyTwice: false,
  insteadOfText: false,
  isAccountEmail: true,
  record: {
    documentId: '2026-018842',
    documentType: '',
    documentDescription: '',
    recordedAt: new Date('2026-11-19T16:42:00Z'),
    recordedOn: '2026-11-19',
    recordedHasTime: true,
    documentUrl: '',
    restricted: false,
    parties: [{ role: 'GRANTOR', name: 'BRANDVOLD THESSALY' }],
    parcels: [],
    legalDescription: '',
    situsAddresses: null,
    ...noProperties,
    explanation: null,
  },
  alerts: [
    {
      name: 'Адрес',
      criteria: 'Thessaly Brandvold',
      match: {
        field: 'party',
        fieldIndex: 0,
        role: 'GRANTOR',
        alertRaw: 'Thessaly Brandvold',
        recordRaw: 'BRANDVOLD THESSALY',
        byInitialOnly: false,
        otherLegalForm: false,
        variant: null,
        ruleVersion: 1,
        sentence: 'First and last name are the same.',
      },
    },
  ],
  secret: null,
  ...change,
})

function email(tag: string, texts: object, change: Partial<NoticeData> = {}): EmailMessage {
  const message = render(notice(tag, change), brandingFor(tag, texts))
  if (message.channel !== 'EMAIL') throw new Error('Not an email.')
  return message
}
const phoneText = (tag: string, texts: object, change: Partial<NoticeData> = {}) =>
  render(notice(tag, { channel: 'PHONE', target: '+16125550142', ...change }), brandingFor(tag, texts)).text

// Made-up words in place of a translation: what matters is where they stand.
const oneText = {
  match: {
    recognize: 'Şimdi',
    intro: 'Gün {{day}} belge.',
    why: '<b>{{record}}</b> = <b>{{alert}}</b>: <b>{{criteria}}</b>.',
  },
}
const phoneMatch = {
  one: '{{county}}: {{what}} {{id}} {{day}} "{{alert}}": {{says}}.',
  many: '{{county}}: {{what}} {{id}} {{day}} {{count}}: {{says}}.',
  notExpected: '? {{phone}}.',
  end: '{{link}} STOP.',
}

describe('an email', () => {
  const { html, text, subject } = email('tr', oneText)

  test('is in its own language, and marks the English of texts without a translation', () => {
    expect(html).toContain("<html lang='tr'>")
    expect(html).toContain('&#350;imdi</h2>')
    expect(html).toContain("<span lang='en'>Why you got this</span>")
    expect(html).toContain("<span lang='en'>A record matches your alert ")
    expect(text).toContain('Şimdi')
    expect(text).toContain('Why you got this')
    expect(subject).toBe('A document recorded: matches your alert "Адрес"')
    expect(`${html}${text}${subject}`).not.toMatch(/\[object|undefined|\{\{/)
    expect(text).not.toContain('<')
  })

  test('has its dates as the county writes them, and values wherever the translation puts them', () => {
    expect(text).toContain('Gün 11/19/2026 belge.')
    expect(text).toContain('BRANDVOLD THESSALY = Адрес: Thessaly Brandvold. First and last name are the same.')
    expect(html).toContain("<span lang='en'>First and last name are the same.</span>")
  })

  test.each([
    ['turnedName', 'The first name is the same. The last name has the same parts, in another order.'],
    ['turnedOtherFirst', 'One of the first names is the same. The last name has the same parts, in another order.'],
    ['turnedAndInitial', 'The last name has the same parts, in another order. The first name matches by its initial.'],
    ['cutName', 'The name in the record may be cut short. What it shows is how yours begins.'],
    ['unreadName', 'The whole name is the same, apart from spaces and order.'],
    ['cutBusiness', 'The name in the record may be cut short. What it shows is how yours begins.'],
  ])('keeps the key %s, which counties have translated', (key, sentence) => {
    expect(textsByKey(english).get(`sentences.${key}`)).toBe(sentence)
  })

  test.each(Object.entries(earlierSentences))('translates the earlier wording %j as %s', (text, kind) => {
    expect(String(createCatalog('tr', new Map([[`sentences.${kind}`, 'Aynı.']])).translateSentence(text))).toBe('Aynı.')
  })

  test('gives the reason in its own language if the catalog has it', () => {
    expect(email('tr', { sentences: { sameName: 'Aynı ad.' } }).html).toContain('Ayn&#305; ad.</p>')
  })

  test.each([
    [1, '1 час'],
    [3, '3 часа'],
    [24, '24 часа'],
    [5, '5 часов'],
  ])('counts %i as its language does', (hours, expected) => {
    const count = { hours_one: '{{count}} час', hours_few: '{{count}} часа', hours_other: '{{count}} часов' }
    const secret = { ticket: 'T'.repeat(43), code: '', hours }
    const change = { kind: 'account', template: 'password-reset', data: { username: 'odalys' }, secret } as const
    expect(email('ru', { count, account: { expires: '{{hours}}.' } }, change).text).toContain(`${expected}.`)
  })

  test('is English without a translation of its language, and without an owner', () => {
    const branding = brandingFor('tr', oneText)
    for (const language of ['KOREAN', '']) {
      const message = render({ ...notice('tr'), language }, branding) as EmailMessage
      expect(message.html).toContain("<html lang='en'>")
      expect(message.html).not.toContain('<span lang')
      expect(message.text).toContain('recorded this document on November 19, 2026')
    }
  })

  test('takes no markup from a translation except its bold parts', () => {
    const { html: page } = email('tr', { match: { todoTitle: '<img src=x>"\\' } })
    expect(page).not.toContain('<img')
    expect(JSON.stringify(page)).toBe(`"${page}"`)
  })
})

describe('a text', () => {
  test('in the letters of GSM keeps to two segments', () => {
    const message = phoneText('tr', { text: { match: phoneMatch } })
    expect(message).toMatch(
      /^Alder County: A document 2026-018842 11\/19\/26 "\?+": BRANDVOLD THESSALY\. \? 612-555-0130\. https\S+ STOP\.$/,
    )
  })

  test('in other letters has names as they are spelled, and four segments', () => {
    const message = phoneText('ru', { text: { match: { ...phoneMatch, notExpected: 'Нет? {{phone}}.' } } })
    expect(message).toContain('"Адрес": BRANDVOLD THESSALY. Нет? 612-555-0130.')
    expect(
      phoneText('ru', { text: { match: { ...phoneMatch, notExpected: `${'Нет? '.repeat(10)}{{phone}}.` } } }).length,
    ).toBeLessThanOrEqual(268)
  })
})

test('of a possible duplicate is in the one language that both of its parts have, else in English', () => {
  const twice = { twice: { note: 'Bu mesaj iki kez gelebilir.' } }
  expect(phoneText('tr', { text: { match: phoneMatch, ...twice } }, { possiblyTwice: true })).toContain(
    'Bu mesaj iki kez gelebilir. ? 612-555-0130.',
  )
  expect(phoneText('tr', { text: { match: phoneMatch } }, { possiblyTwice: true })).toContain(
    'You may get this text twice. Not expected? Call 612-555-0130.',
  )
  expect(phoneText('tr', { text: { match: phoneMatch } })).not.toContain('twice')
})

test.each([
  [{ text: { match: { ...phoneMatch, end: 'STOP.' } } }, 'text.match.end: it must contain {{link}}'],
  [
    { text: { match: { ...phoneMatch, end: '{{link}} DUR.' } } },
    'text.match.end must contain the reply STOP unchanged',
  ],
  [{ text: { match: { one: phoneMatch.one } } }, 'text.match.many is missing'],
  [
    { text: { match: { ...phoneMatch, notExpected: `${'uzun '.repeat(60)}{{phone}}.` } } },
    'the limit is 306 (two segments)',
  ],
  [
    { text: { match: { ...phoneMatch, notExpected: `${'долго '.repeat(40)}{{phone}}.` } } },
    'the limit is 268 (four segments',
  ],
])('%j is refused, and the entire text stays English', (texts, why) => {
  const { refused } = checked('tr', texts)
  expect(refused.join('\n')).toContain(why)
  expect(phoneText('tr', texts)).toContain('Reply STOP to end.')
})

test('refuses only the text of an email that lost its value', () => {
  const texts = { match: { recognize: 'Şimdi', intro: 'Gün yok.' } }
  expect(checked('tr', texts).refused).toEqual(['match.intro: it must contain {{day}}'])
  const { text } = email('tr', texts)
  expect(text).toContain('The county recorded this document on 11/19/2026.')
  expect(text).toContain('Şimdi')
})

test('refuses only a text whose value is missing', () => {
  const texts = { verifyEmail: { button: 'Evet', sameForAll: '{{alert}} için.' } }
  expect(checked('tr', texts).refused).toEqual(['verifyEmail.sameForAll: it must contain no value or tag'])
  const secret = { ticket: 'T'.repeat(43), code: '', hours: 4 }
  const { text, html } = email('tr', texts, { kind: 'verify', template: 'verify-email', secret })
  expect(text).toContain('This email reads the same for everyone.')
  expect(html).toContain('Evet')
})

describe('a folder', () => {
  function envWith(files: Record<string, unknown>) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'messages-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(path.join(folder, 'messages'))
    for (const [name, body] of Object.entries(files)) writeFileSync(path.join(folder, name), JSON.stringify(body))
    return testEnv('postgres://nowhere/none', { TRANSLATIONS_DIR: folder })
  }

  test('gives the wordings of its languages, and names each text that is not used', () => {
    const { catalogs, refused } = readCountyCatalogs(
      envWith({ 'messages/tr.json': oneText, 'messages/ru.json': { match: { intro: 'x', more: 'y' } }, 'ko.json': {} }),
    )
    expect([...catalogs.keys()].toSorted()).toEqual(['RUSSIAN', 'TURKISH'])
    expect(refused).toEqual([
      'messages/ru.json: match.intro: it must contain {{day}}',
      'messages/ru.json: match.more: this text does not exist',
    ])
  })

  test('is read once per process', () => {
    const env = envWith({ 'messages/tr.json': oneText })
    expect(readCountyCatalogs(env)).toBe(readCountyCatalogs(env))
  })

  test('is a fault if a file is not a translation', () => {
    expect(() => readCountyCatalogs(envWith({ 'messages/de.json': {} }))).toThrow(TranslationFaults)
  })

  test('is optional', () => {
    expect(readCountyCatalogs(testEnv('postgres://nowhere/none', {})).catalogs.size).toBe(0)
  })
})
