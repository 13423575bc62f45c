import { beforeAll, expect, it } from 'vitest'
import { loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { Field } from '#shared/settings/field.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { formatChange } from './formatted-value.ts'

beforeAll(async () => {
  startTexts()
  await loadPanelTexts()
})

const { userAccess, latestNews, languages, service } = settingsGroups
const news = (heading: string) => ({ heading, paragraphContent: '' })

it.each<[Field, unknown, unknown, string]>([
  [userAccess.fields.inactivityTimeLimitPeriod, 1, 30, '30 minutes (was 1 minute)'],
  [userAccess.fields.inactivityTimeLimitPeriod, 30, 1, '1 minute (was 30 minutes)'],
  [service.fields.textBudgetPerMonth, 0, 1, '1 text (was 0 texts)'],
  [userAccess.fields.maxloginAttempts, 5, 1, '1 (was 5)'],
  [userAccess.fields.inactivityTimeLimit, false, true, 'Yes (was No)'],
  [languages.fields.offered, ['ENGLISH'], [], 'empty (was English)'],
  [latestNews.fields.paragraphs, [], [news('Closed on Monday')], 'Closed on Monday (was empty)'],
  [latestNews.fields.paragraphs, [], [], 'only empty rows were added, moved or removed'],
  [latestNews.fields.paragraphs, [news('')], [], 'only empty rows were added, moved or removed'],
])('%# describes a change in words', (field, old, now, said) => {
  expect(formatChange(field, old, now)).toBe(said)
})
