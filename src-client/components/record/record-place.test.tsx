// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { noProperties, type RecordProperty } from '#shared/contract/record-property.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { PlaceName } from './place-name.tsx'
import { RecordPlace } from './record-place.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const show = (properties: RecordProperty[], moreProperties = 0) => {
  const document = { documentDescription: 'Quit Claim Deed', documentIdentifier: '2026-1' }
  const record = { ...noProperties, properties, moreProperties, ...document, recordedTimestampFormatted: '11/19/2026' }
  const { container } = render(
    <>
      <RecordPlace record={record} />
      <PlaceName record={record} />
    </>,
  )
  return [...container.querySelectorAll('p, span.block')].map(({ textContent }) => textContent)
}

it('names a property by address, city and zip, parcel and legal description', () => {
  expect(show([makeProperty('17-1', '12 Elm Street', 'Lot 4', 'Alder Falls 55810')])).toEqual([
    '12 Elm Street',
    'Quit Claim Deed, recorded 11/19/2026 · Document 2026-1 · Alder Falls 55810 · Parcel 17-1 · Lot 4',
    '12 Elm Street · Parcel 17-1',
  ])
})

it('counts the properties besides', () => {
  const [title, , line] = show([makeProperty('17-1', '12 Elm Street'), makeProperty('17-2')], 3)
  expect([title, line]).toEqual([
    '12 Elm Street and 4 more properties',
    '12 Elm Street and 4 more properties · Parcel 17-1',
  ])
})

it('says nothing of none', () => {
  expect(show([])).toEqual(['Quit Claim Deed', 'Recorded 11/19/2026 · Document 2026-1'])
})

it('never heads the number of one parcel with the address of another', () => {
  expect(show([makeProperty('17-1'), makeProperty('17-2', '12 Elm Street')])).toEqual([
    'Quit Claim Deed',
    'Recorded 11/19/2026 · Document 2026-1 · Parcel 17-1 and 1 more property',
    'Parcel 17-1 and 1 more property',
  ])
})
