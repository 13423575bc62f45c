import { z } from 'zod'
import { listUpTo } from './list-up-to.ts'

/** The columns or keys that may hold a field, tried in order; the first that is present and not empty counts. */
const source = z.union([z.string().min(1).max(200), listUpTo(10, z.array(z.string().min(1).max(200)).min(1))])

const mappedParty = z.strictObject({
  /** The same role for every record, or the column that holds it. */
  role: z.string().max(100).optional(),
  roleFrom: source.optional(),
  name: source.optional(),
  firstName: source.optional(),
  middleName: source.optional(),
  lastName: source.optional(),
  suffix: source.optional(),
  businessName: source.optional(),
})

/**
 * How a feed's own files become events: which of its columns (or JSON keys) hold each field. A key with a list gives
 * one party or parcel per entry. Dates may be in any format that `recordedAtToIso` accepts.
 */
export const feedMappingSchema = z.strictObject({
  documentIdentifier: source,
  recordedAt: source,
  documentType: source.optional(),
  documentDescription: source.optional(),
  documentUrl: source.optional(),
  legalDescription: source.optional(),
  parties: listUpTo(20, z.array(mappedParty)).default([]),
  parcels: listUpTo(20, z.array(source)).default([]),
  /** Columns stored unchanged in `extra` and not interpreted. */
  extra: listUpTo(100, z.array(z.string().min(1).max(200))).default([]),
})
export type FeedMapping = z.output<typeof feedMappingSchema>
export type MappingSource = z.output<typeof source>
