import { expect, test } from 'vitest'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { sampleBranding } from '#tests/fixtures/messages.ts'
import { twoSegments } from './format/plain.ts'
import type { NoticeData } from './parts/notice-data.ts'
import { render } from './render.ts'

const letter = (change: Partial<NoticeData>): NoticeData => ({
  id: 12,
  kind: 'account',
  template: 'keep-alerts',
  channel: 'EMAIL',
  target: 'odalys@example.org',
  language: 'ENGLISH',
  data: { username: 'odalys.fennimore', day: '2026-06-10', lastActive: '2025-06-09' },
  possiblyTwice: false,
  insteadOfText: false,
  isAccountEmail: true,
  record: null,
  alerts: [],
  secret: null,
  ...change,
})
const link = `https://alerts.alder.example/keep/${signLink(sampleBranding.secret, 'keep', 12)}`

test('says before a purge what is deleted, when, why, and how to keep it', () => {
  const message = render(letter({}), sampleBranding)
  if (message.channel !== 'EMAIL') throw new Error('Not an email.')
  expect(message.subject).toBe('Your record alerts end on June 10, 2026 unless you keep them')
  // Without the word joiners in the username, which are not seen.
  for (const part of [message.text.replaceAll('\u2060', ''), message.html.replaceAll('&#8288;', '')])
    for (const said of ['odalys.fennimore', 'June 10, 2026', 'June 9, 2025', 'Keep my alerts', link])
      expect(part).toContain(said)
})

test('fits the same into a text with a complete link and STOP', () => {
  const change = { template: 'keep-alerts-text', channel: 'PHONE', target: '+16125550142' } as const
  const { text } = render(letter(change), { ...sampleBranding, countyName: `${'Long '.repeat(30)}County` })
  expect(text).toContain('06/10/2026')
  expect(text).toContain('06/09/2025')
  expect(text).toContain(link)
  expect(text).toMatch(/Reply STOP to end\.$/)
  expect(text.length).toBeLessThanOrEqual(twoSegments)
})
