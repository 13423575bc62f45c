import type { RecordProperty } from '#shared/contract/record-property.ts'

/** A property that a record names. */
export const makeProperty = (parcelId: string, address = '', legalDescription = '', locality = ''): RecordProperty => ({
  parcelId,
  address,
  locality,
  legalDescription,
})
