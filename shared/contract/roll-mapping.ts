import { z } from 'zod'
import { mappingSource } from './feed-mapping.ts'
import { listUpTo } from './list-up-to.ts'
import { messages } from './messages.ts'
import { rollHeaders } from './roll.ts'

const sources = (max: number) => listUpTo(max, z.array(mappingSource))

/**
 * Which columns of an assessor's file hold each field of a parcel. A list joins its columns in order. Column names are
 * compared without regard to case.
 */
export const rollMappingSchema = z.strictObject({
  parcelId: mappingSource,
  address: listUpTo(10, z.array(mappingSource).min(1, messages.required)),
  city: mappingSource.optional(),
  zip: mappingSource.optional(),
  legalDescription: sources(10).default([]),
  ownerName: sources(10).default([]),
  mailAddress: sources(10).default([]),
  mailCity: mappingSource.optional(),
  mailState: mappingSource.optional(),
  mailZip: mappingSource.optional(),
})
export type RollMapping = z.output<typeof rollMappingSchema>

/** The columns that need no mapping. */
export const standardRollMapping: RollMapping = {
  parcelId: rollHeaders.parcelId,
  address: [rollHeaders.address],
  city: rollHeaders.city,
  zip: rollHeaders.zip,
  legalDescription: [rollHeaders.legalDescription],
  ownerName: [rollHeaders.ownerName],
  mailAddress: [rollHeaders.mailAddress],
  mailCity: rollHeaders.mailCity,
  mailState: rollHeaders.mailState,
  mailZip: rollHeaders.mailZip,
}
