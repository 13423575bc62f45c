import { z } from 'zod'
import { listUpTo } from './list-up-to.ts'

/** The columns or keys that may hold a field, tried in order; the first that is present and not empty counts. */
export const mappingSource = z.union([
  z.string().min(1).max(200),
  listUpTo(10, z.array(z.string().min(1).max(200)).min(1)),
])

const mappedParty = z.strictObject({
  /** The same role for every record, or the column that holds it. */
  role: z.string().max(100).optional(),
  roleFrom: mappingSource.optional(),
  name: mappingSource.optional(),
  firstName: mappingSource.optional(),
  middleName: mappingSource.optional(),
  lastName: mappingSource.optional(),
  suffix: mappingSource.optional(),
  businessName: mappingSource.optional(),
})

/**
 * How a feed's own files become events: which of its columns (or JSON keys) hold each field. A key with a list gives
 * one party or parcel per entry. Dates may be in any format that `recordedAtToIso` accepts.
 */
export const feedMappingSchema = z.strictObject({
  documentIdentifier: mappingSource,
  recordedAt: mappingSource,
  documentType: mappingSource.optional(),
  documentDescription: mappingSource.optional(),
  documentUrl: mappingSource.optional(),
  legalDescription: mappingSource.optional(),
  restricted: mappingSource.optional(),
  parties: listUpTo(20, z.array(mappedParty)).default([]),
  parcels: listUpTo(20, z.array(mappingSource)).default([]),
  /**
   * The nth entry holds the addresses of the nth of `parcels`. It is a separate list because an older server reads
   * `parcels` too.
   */
  situsAddresses: listUpTo(20, z.array(mappingSource)).optional(),
  /** Columns stored unchanged in `extra` and not interpreted. */
  extra: listUpTo(100, z.array(z.string().min(1).max(200))).default([]),
})
export type FeedMapping = z.output<typeof feedMappingSchema>
export type MappingSource = z.output<typeof mappingSource>
