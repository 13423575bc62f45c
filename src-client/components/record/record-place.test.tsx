// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { RecordProperty } from '#shared/contract/record-property.ts'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { RecordPlace } from './record-place.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

const property = (parcelId: string, address = '', legalDescription = ''): RecordProperty => ({
  parcelId,
  address,
  legalDescription,
})
const show = (properties: RecordProperty[], moreProperties = 0) => {
  render(
    <RecordPlace
      properties={properties}
      moreProperties={moreProperties}
      documentDescription="Quit Claim Deed"
      documentIdentifier="2026-1"
      recorded="11/19/2026"
    />,
  )
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
}

it('never heads the number of one parcel with the address of another', () => {
  expect(show([property('17-1'), property('17-2', '12 Elm Street')])).toEqual([
    'Quit Claim Deed',
    'Recorded 11/19/2026 · Document 2026-1 · Parcel 17-1',
  ])
})
