import { describe, expect, test } from 'vitest'
import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import { sampleBranding, sampleMatch } from '#tests/fixtures/messages.ts'
import type { ListedRecord, NoticeData, WeeklyAlert } from './parts/notice-data.ts'
import { render } from './render.ts'

const record = (id: string, change: Partial<ListedRecord> = {}): ListedRecord => ({
  documentId: id,
  documentType: 'QCD',
  documentDescription: 'Quit Claim Deed',
  documentUrl: '',
  recordedOn: '2026-11-19',
  match: { ...sampleMatch, marks: [[0, 9]] },
  ...change,
})
const alert = (change: Partial<WeeklyAlert> = {}): WeeklyAlert => ({
  name: 'My name',
  criteria: 'Thessaly Brandvold',
  records: [record('2026-018842')],
  more: 0,
  ...change,
})
function email(alerts: WeeklyAlert[], change: Partial<NoticeData> = {}): EmailMessage {
  const message = render(
    {
      id: 4711,
      kind: 'weekly',
      template: 'weekly',
      channel: 'EMAIL',
      target: 't.brandvold@example.org',
      language: 'ENGLISH',
      data: {},
      possiblyTwice: false,
      insteadOfText: false,
      isAccountEmail: true,
      record: null,
      alerts: [],
      weekly: { alerts, hasHome: true },
      secret: null,
      ...change,
    },
    sampleBranding,
  )
  if (message.channel !== 'EMAIL') throw new Error('Not an email.')
  return message
}

describe('the weekly email', () => {
  const url = 'https://records.alder.example/2'
  const { subject, text, html, headers } = email([
    alert({ records: [record('2026-1'), record('2026-2', { documentUrl: url })], more: 7 }),
    alert({ name: 'Mother www.evil.example', records: [record('2026-3')] }),
  ])

  test('says how many records there are, and alarms no one', () => {
    expect(subject).toBe('10 records that may be about you')
    expect(email([alert()]).subject).toBe('1 record that may be about you')
    expect(text).toContain('These records match your alerts less closely.')
    expect(text).toContain('so we send them once a week')
    // It needs no words about an alert: a document number says more.
    expect(text).toMatch(/call .*\. Give them its document number\./)
  })

  test('names an alert once that has its name from what it watches', () => {
    const same = email([alert({ name: 'Thessaly Brandvold' })])
    expect(same.text).toMatch(/^Alert Thessaly Brandvold$/m)
    expect(same.text).not.toContain('watches')
    expect(same.html).toContain('Alert <b>Thessaly Brandvold</b>')
  })

  test('lists each alert with its records, marks the words that match, and counts the rest', () => {
    expect(text).toContain('My name watches Thessaly Brandvold')
    expect(text).toContain('Quit Claim Deed, recorded November 19, 2026, document 2026-1\nThe record shows BRANDVOLD')
    expect(text).toContain('First and last name are the same.')
    expect(text).toContain('And 7 more in this alert.')
    expect(text).toContain(url)
    expect(html).toMatch(/<span class='mark'[^>]*>BRANDVOLD</)
    expect(html).toContain(`href='${url}'`)
    expect(html).not.toContain('www.evil.example')
  })

  test('leads to the list at home, if its address has an owner', () => {
    expect(html).toContain(`href='${sampleBranding.publicUrl}/home?show=possible'`)
    const without = email([alert()], { weekly: { alerts: [alert()], hasHome: false } })
    expect(without.text + without.html).not.toContain('/home')
  })

  test('can be stopped alone with one click', () => {
    const [, stop] = /<(.+)>/.exec(headers['List-Unsubscribe'] ?? '') ?? []
    expect(stop).toMatch(/\/unsubscribe\/[\w-]+$/)
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(text).toContain(`Stop this weekly email: ${stop}`)
    expect(html).toContain(`href='${stop}'`)
    expect(text).toContain('That stops this email alone.')
  })

  test('names ten alerts at most, and says if it may come twice', () => {
    const many = email(
      Array.from({ length: 12 }, (_, n) => alert({ name: `Alert <${n + 1}>` })),
      { possiblyTwice: true },
    )
    expect(many.text).toContain('Alert <10>')
    expect(many.text).not.toContain('Alert <11>')
    expect(many.text).toContain('And 2 more of your alerts have such records.')
    expect(many.text).toContain('You may get this email twice.')
  })

  test('is not written without its list', () => {
    expect(() => email([], { weekly: undefined as never })).toThrow('was not read')
  })
})
