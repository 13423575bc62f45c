import { describe, expect, it } from 'vitest'
import type { Criteria } from '#shared/contract/alert.ts'
import type { FeedFormat } from '#shared/matching/public.ts'
import { business, decideMatch, isFound, parcel, person, record } from './shorthand.ts'

/** One record, the alerts that find it, and those that do not. */
export type Example = { record: string; found?: Criteria[]; missed?: Criteria[]; feed?: Partial<FeedFormat> }

export const people = (...names: string[]) => names.map((name) => person(name))
export const firms = (...names: string[]) => names.map((name) => business(name))
export const parcels = (...ids: string[]) => ids.map((id) => parcel(id))
export const lastFirst = { nameOrder: 'LAST_FIRST' } as const
export const firstLast = { nameOrder: 'FIRST_LAST' } as const

function describeCriteria(criteria: Criteria): string {
  switch (criteria.alertType) {
    case 'NAME':
      return `${criteria.firstName} ${criteria.lastName}`
    case 'BUSINESS':
      return criteria.businessName
    case 'PARCEL_ID':
      return criteria.parcelId
  }
}

/** Examples of parcels put the record's text in its parcels, all others in a party. */
const toDocument = ({ record: text }: Example, { alertType }: Criteria) =>
  alertType === 'PARCEL_ID' ? { parties: [], parcels: [text] } : record(text)

/** Tests who is found in each record and who is not, and that the keys find every match. */
export function check(title: string, examples: Example[]): void {
  describe(title, () => {
    for (const example of examples) {
      for (const criteria of example.found ?? []) {
        it(`${example.record} → ${describeCriteria(criteria)}`, () => {
          expect(decideMatch(criteria, toDocument(example, criteria), example.feed)).not.toBeNull()
          expect(isFound(criteria, toDocument(example, criteria), example.feed)).toBe(true)
        })
      }
      for (const criteria of example.missed ?? []) {
        it(`${example.record} ↛ ${describeCriteria(criteria)}`, () =>
          expect(decideMatch(criteria, toDocument(example, criteria), example.feed)).toBeNull())
      }
    }
  })
}
