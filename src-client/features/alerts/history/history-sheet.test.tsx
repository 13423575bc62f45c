// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { noProperties, type RecordProperties } from '#shared/contract/record-property.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { HistorySheet } from './history-sheet.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const record: RecordGroup = {
  ...noProperties,
  id: 1,
  documentIdentifier: '2026-1',
  documentDescription: 'Deed',
  recordedTimestampFormatted: '11/19/2026',
  documentUrl: '',
  restricted: false,
  answer: null,
  answeredOn: '',
  answerTo: '',
  isUnanswered: false,
  noticePath: '',
  matches: [],
  deliveries: [],
}

const elm = makeProperty('17-1', '12 Elm Street', 'Lot 4', 'Alder Falls 55810')
it.each<[string, Partial<RecordProperties> & { restricted?: boolean }, string[]]>([
  ['the only one', { properties: [elm] }, ['12 Elm Street, Alder Falls 55810', 'Parcel 17-1', 'Lot 4']],
  [
    'each of several in a line',
    { properties: [makeProperty('17-2'), elm], moreProperties: 1, commonLegalDescription: 'Lots 4-6' },
    ['Parcel 17-2', 'Parcel 17-1 · 12 Elm Street, Alder Falls 55810 · Lot 4', '1 more', 'Lots 4-6'],
  ],
  ['none of a restricted record', { restricted: true }, ['This record is restricted by law, so we can’t show more.']],
])('prints the properties of a record: %s', (_what, change, lines) => {
  render(<HistorySheet records={[{ ...record, ...change }]} chips="" at={new Date()} />)
  const [, cell] = document.querySelectorAll('tbody td')
  expect([...(cell?.querySelectorAll('div') ?? [])].map(({ textContent }) => textContent)).toEqual(lines)
})

it.each([
  ['My name', 'My name: watches Robert Lee.'],
  ['Robert Lee', 'Robert Lee. The record shows'],
])('names what the alert %s watches once', (alertName, words) => {
  const match = { recordRaw: 'LEE ROBERT', marks: [], sentence: 'The names are the same.', grade: 'CERTAIN' as const }
  const matches = [{ ...match, alertId: 7, alertName, criteria: 'Robert Lee' }]
  render(<HistorySheet records={[{ ...record, matches }]} chips="" at={new Date()} />)
  const text = document.querySelector('tbody')?.textContent ?? ''
  expect(text).toContain(words)
  expect(text.match(/Robert Lee/g)).toHaveLength(1)
})
