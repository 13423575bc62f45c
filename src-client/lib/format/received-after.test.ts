// @vitest-environment happy-dom
import { t } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { enPanel } from '#shared/texts/en/panel.ts'
import { loadPanelTexts, startTexts } from '../i18n/i18n.ts'
import { receivedAfter } from './received-after.ts'

beforeAll(async () => {
  startTexts()
  await loadPanelTexts()
})

it('speaks of the latest records, not of the feed’s current lag', () => {
  expect(receivedAfter(t, 5 * 24 * 3600)).toBe('usually 5 days')
  expect(receivedAfter(t, null)).toBe('not known')
})

it.each(['Delay', 'N/A (migrated)'])('%s occurs once in the catalog', (text) => {
  const all = JSON.stringify(enPanel)
  expect(all.split(`"${text}"`)).toHaveLength(2)
})
