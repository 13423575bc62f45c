import { z } from 'zod'
import { listUpTo } from './list-up-to.ts'

/** What a feed posts and what the server answers. */

/** The path under PUBLIC_URL to which a feed posts. */
export const feedPath = '/ingest/v1/events'

/** Limits of one call and of one event. Generous, because a rejected record means a resident who is not notified. */
export const feedLimits = {
  wireBytes: 10 * 1024 * 1024,
  unpackedBytes: 50 * 1024 * 1024,
  events: 10_000,
  /** Lines and cells of a CSV document, counted before it is parsed: 20 rows for each record, of 25 columns. */
  csvRows: 200_000,
  csvCells: 5_000_000,
  /** A row for each of a thousand parties and parcels, with room for files that repeat some. */
  csvRowsPerDocument: 5_000,
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
  situsAddress: 200,
  /** Characters of `extra` as JSON, and the depth to which its lists and objects may be nested. */
  extra: 65_536,
  jsonDepth: 100,
  /** Warnings in one answer. */
  warnings: 100,
  /** Problems listed for one item; more would only repeat the same ones. */
  problems: 20,
} as const

export const invalidCharacterMessage = 'contains an invalid character (NUL or an unpaired surrogate)'

/**
 * Limits the length and rejects NUL and half surrogate pairs, which no name contains and no database stores as text.
 */
const readable = (max: number) => (given: z.core.ParsePayload<string>) => {
  const { value: input, issues } = given
  if (input.length > max)
    issues.push({ code: 'custom', input, message: `is longer than ${max.toLocaleString('en-US')} characters` })
  if (!input.isWellFormed() || input.includes('\0'))
    issues.push({ code: 'custom', input, message: invalidCharacterMessage })
}
const text = (max: number) => z.string({ error: 'must be text' }).check(readable(max)).nullish()

const hasText = (given: string | null | undefined) => given !== undefined && given !== null && given.trim() !== ''
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
      Number(hasText(given.name)) +
        Number(hasText(given.businessName)) +
        Number(nameParts.some((part) => hasText(given[part]))) <
      2,
    'must give the name in one form only: name, its parts, or businessName',
  )

const parcelForms = 'must be text, or an object with id and situsAddress'
const parcel = z.union(
  [
    text(feedLimits.parcel).refine((id) => id !== undefined, parcelForms),
    z.strictObject({ id: text(feedLimits.parcel), situsAddress: text(feedLimits.situsAddress) }),
  ],
  { error: parcelForms },
)

const isMissing = (input: unknown) => input === undefined || input === null
const requiredText = (max: number, otherwise: (input: unknown) => string) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? 'is required' : otherwise(input)) })
    .check(readable(max))
    .refine((given) => given.trim() !== '', 'is required')

const identifier = z.preprocess(
  (given) => (Number.isSafeInteger(given) ? String(given) : given),
  requiredText(feedLimits.documentIdentifier, (input) =>
    typeof input === 'number' ? 'is a number that we cannot read exactly; send it as text' : 'must be text or a number',
  ),
)
const recordedAt = requiredText(feedLimits.recordedAt, () => 'must be text')

const listOf = <T extends z.ZodType>(item: T, max: number, what: string) =>
  listUpTo(
    max,
    z.array(item, { error: 'must be a list' }),
    `has more than ${max.toLocaleString('en-US')} ${what}`,
  ).nullish()

/**
 * One event on the wire. Empty text and null mean 'absent', except for `restricted`. Parsing the event then checks
 * whether `recordedAt` is a date and whether it has anything to match.
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
    // Null is refused: it means that the feed does not know, and publishing the record would be a guess.
    restricted: z.boolean({ error: 'must be true or false' }).optional(),
    parcels: listOf(parcel, feedLimits.parcels, 'parcels'),
    extra: z.unknown().optional(),
  },
  { error: 'must be an object' },
)
export type WireEvent = z.input<typeof eventSchema>
export type ReadableEvent = z.output<typeof eventSchema>

/** The JSON body of a call. */
export const eventsBody = z.strictObject({ events: z.array(z.unknown()) })

/**
 * A rejected item: its position in the call, counted from 0 (CSV: that of the document's first row), and the problems.
 */
export type RejectedItem = { index: number; documentIdentifier: string | null; problems: string[] }

/** The answer after COMMIT. If a call repeats a document, all but the last appearance count as duplicates. */
export type IngestAnswer = {
  accepted: number
  duplicates: number
  revised: number
  rejected: RejectedItem[]
  /** Stored, but probably wrong; absent if there are none. At most `feedLimits.warnings`. */
  warnings?: RejectedItem[]
}

/** Columns of text/csv for a feed without a mapping; the first and the fourth are required. */
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
  'situsAddress',
  'restricted',
] as const
export const requiredCsvColumns = ['documentIdentifier', 'recordedAt'] as const
