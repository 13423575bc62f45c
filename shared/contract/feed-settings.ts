import { z } from 'zod'
import { feedMappingSchema } from './feed-mapping.ts'
import { messages } from './messages.ts'
import { visible } from './visible-text.ts'

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}, 'Enter a time zone such as America/Chicago.')

/** The settings of a feed. */
export const feedInput = z.strictObject({
  name: visible(z.string().trim().min(1, messages.required).max(100, 'Enter at most 100 characters.')),
  timeZone: timeZone.nullable().default(null),
  nameOrder: z.enum(['LAST_FIRST', 'FIRST_LAST']).nullable().default(null),
  nameWidth: z
    .number()
    .int()
    .min(5, 'Enter a width from 5 to 500.')
    .max(500, 'Enter a width from 5 to 500.')
    .nullable()
    .default(null),
  mapping: feedMappingSchema.nullable().default(null),
  doubleSpaceSplits: z.boolean().default(false),
  losesLeadingZeros: z.boolean().default(false),
})
export type FeedChanges = z.input<typeof feedInput>
