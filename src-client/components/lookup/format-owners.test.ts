import { t } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { formatOwners } from './format-owners.ts'

beforeAll(async () => {
  startTexts()
  await loadPanelTexts()
})

test.each<[names: (string | null)[], owners: number, text: string]>([
  [['ann'], 1, 'Owner: ann'],
  [[null], 1, 'Owner: N/A (migrated)'],
  [['ann', 'bo', null], 3, 'Owners: ann, bo, N/A (migrated)'],
  [['ann', 'bo', 'cy', 'di'], 4, 'Owners: ann, bo, cy, and 1 more'],
  // The server sends no more records than a list shows.
  [['ann', 'bo', 'cy', 'di'], 60, 'Owners: ann, bo, cy, and 57 more'],
])('%j of %i', (names, owners, text) => {
  const records = names.map((username, id) => ({ owner: username === null ? null : { id, username } }))
  expect(formatOwners(t, { owners, records })).toBe(text)
})
