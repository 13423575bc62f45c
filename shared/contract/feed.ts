import { z } from 'zod'
import { listUpTo } from './list-up-to.ts'

/** What a feed posts and is answered (decisions, section 7). */

/** Where a feed posts, below PUBLIC_URL. */
export const feedPath = '/ingest/v1/events'

/** Bounds of one call and of one event. Generous: a record refused is a resident not told. */
export const feedLimits = {
  wireBytes: 10 * 1024 * 1024,
  unpackedBytes: 50 * 1024 * 1024,
  events: 10_000,
  documentIdentifier: 200,
  documentType: 200,
  documentDescription: 2_000,
  recordedAt: 60,
  documentUrl: 2_000,
  legalDescription: 20_000,
  parties: 1_000,
  role: 100,
  name: 500,
  namePart: 200,
  parcels: 1_000,
  parcel: 100,
  /** Characters of `extra` as JSON, and how deep its lists and objects may lie in one another. */
  extra: 65_536,
  nesting: 100,
  /** Problems listed for one item; more would only repeat themselves. */
  problems: 20,
} as const

export const noCharacter = 'contains an invalid character (NUL or an unpaired surrogate)'

/** At most so long, and sound: a NUL or half a surrogate pair is in no name, and no database keeps it as text. */
const readable = (max: number) => (given: z.core.ParsePayload<string>) => {
  const { value: input, issues } = given
  if (input.length > max)
    issues.push({ code: 'custom', input, message: `is longer than ${max.toLocaleString('en-US')} characters` })
  if (!input.isWellFormed() || input.includes('\0')) issues.push({ code: 'custom', input, message: noCharacter })
}
const text = (max: number) => z.string({ error: 'must be text' }).check(readable(max)).nullish()

const isSaid = (given: string | null | undefined) => given !== undefined && given !== null && given.trim() !== ''
const nameParts = ['firstName', 'middleName', 'lastName', 'suffix'] as const
const party = z
  .strictObject(
    {
      role: text(feedLimits.role),
      name: text(feedLimits.name),
      firstName: text(feedLimits.namePart),
      middleName: text(feedLimits.namePart),
      lastName: text(feedLimits.namePart),
      suffix: text(feedLimits.namePart),
      businessName: text(feedLimits.name),
    },
    { error: 'must be an object with a name' },
  )
  .refine(
    (given) =>
      Number(isSaid(given.name)) +
        Number(isSaid(given.businessName)) +
        Number(nameParts.some((part) => isSaid(given[part]))) <
      2,
    'must give the name in one form only: name, its parts, or businessName',
  )

const missing = (input: unknown) => input === undefined || input === null
const needed = (max: number, otherwise: (input: unknown) => string) =>
  z
    .string({ error: ({ input }) => (missing(input) ? 'is required' : otherwise(input)) })
    .check(readable(max))
    .refine((given) => given.trim() !== '', 'is required')

const identifier = z.preprocess(
  (given) => (Number.isSafeInteger(given) ? String(given) : given),
  needed(feedLimits.documentIdentifier, (input) =>
    typeof input === 'number' ? 'is a number that we cannot read exactly; send it as text' : 'must be text or a number',
  ),
)
const recordedAt = needed(feedLimits.recordedAt, () => 'must be text')

const listOf = <T extends z.ZodType>(item: T, max: number, what: string) =>
  listUpTo(
    max,
    z.array(item, { error: 'must be a list' }),
    `has more than ${max.toLocaleString('en-US')} ${what}`,
  ).nullish()

/**
 * One event as it comes over the wire. An empty text and null mean 'absent'. Whether `recordedAt` is a date, and
 * whether anything is left to match, is decided when the event is read (src-server/features/feeds/read-event.ts).
 */
export const eventSchema = z.strictObject(
  {
    documentIdentifier: identifier,
    documentType: text(feedLimits.documentType),
    documentDescription: text(feedLimits.documentDescription),
    recordedAt,
    documentUrl: text(feedLimits.documentUrl).refine(
      (url) => !url?.trim() || (/^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim())),
      'must be a URL that begins with http:// or https://',
    ),
    legalDescription: text(feedLimits.legalDescription),
    parties: listOf(party, feedLimits.parties, 'parties'),
    parcels: listOf(
      text(feedLimits.parcel).refine((parcel) => parcel !== undefined, 'must be text'),
      feedLimits.parcels,
      'parcels',
    ),
    extra: z.unknown().optional(),
  },
  { error: 'must be an object' },
)
export type WireEvent = z.input<typeof eventSchema>
export type ReadableEvent = z.output<typeof eventSchema>

/** The body of application/json. */
export const eventsBody = z.strictObject({ events: z.array(z.unknown()) })

/** An item that was not taken: its place in the call from 0 (CSV: that of the document's first row), and why. */
export type RejectedItem = { index: number; documentIdentifier: string | null; problems: string[] }

/** The answer after COMMIT. A document repeated within one call counts as a duplicate but for its last appearance. */
export type IngestAnswer = { accepted: number; duplicates: number; revised: number; rejected: RejectedItem[] }

/** Columns of text/csv where the feed states no mapping; the first and the fourth must be there. */
export const csvColumns = [
  'documentIdentifier',
  'documentType',
  'documentDescription',
  'recordedAt',
  'documentUrl',
  'legalDescription',
  'role',
  'name',
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'businessName',
  'parcel',
] as const
export const neededCsvColumns = ['documentIdentifier', 'recordedAt'] as const
