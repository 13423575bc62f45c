import { z } from 'zod'
import { formatColumns, parseColumns, splitLines } from '#client/lib/format/column-names.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { type FeedChanges, feedInput } from '#shared/contract/feed-settings.ts'
import { messages } from '#shared/contract/messages.ts'

/** Column names as typed: 'REC_DATE | DATE'. */
const column = z.string().max(2_000)
const party = z.object({
  role: z.string().max(100),
  roleFrom: column,
  name: column,
  firstName: column,
  middleName: column,
  lastName: column,
  suffix: column,
  businessName: column,
})
const fields = z.object({
  name: z.string(),
  timeZone: z.string(),
  nameOrder: z.enum(['', 'LAST_FIRST', 'FIRST_LAST']),
  nameWidth: z.string().regex(/^\s*\d*\s*$/, 'Enter a whole number.'),
  doubleSpaceSplits: z.boolean(),
  losesLeadingZeros: z.boolean(),
  /** True if its files use their own column names. */
  mapped: z.boolean(),
  mapping: z.object({
    documentIdentifier: column,
    recordedAt: column,
    documentType: column,
    documentDescription: column,
    documentUrl: column,
    legalDescription: column,
    restricted: column,
    parties: z.array(party),
    /** One per line. */
    parcels: z.string().max(10_000),
    situsAddresses: z.string().max(10_000),
    extra: z.string().max(25_000),
  }),
})
export type FeedForm = z.infer<typeof fields>

const needed = ['documentIdentifier', 'recordedAt'] as const
const optional = ['documentType', 'documentDescription', 'documentUrl', 'legalDescription', 'restricted'] as const
const partySources = ['roleFrom', 'name', 'firstName', 'middleName', 'lastName', 'suffix', 'businessName'] as const
type MappedField = (typeof needed)[number] | (typeof optional)[number]
export const mappedFields: readonly MappedField[] = [...needed, ...optional]

export const emptyParty: FeedForm['mapping']['parties'][number] = {
  role: '',
  roleFrom: '',
  name: '',
  firstName: '',
  middleName: '',
  lastName: '',
  suffix: '',
  businessName: '',
}

/** Drops absent parts. */
const present = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

/** A feed's settings as form values; undefined for a new feed. */
export function toFeedForm(feed: Required<FeedChanges> | undefined): FeedForm {
  const mapping = feed?.mapping as FeedMapping | null | undefined
  const parties = mapping?.parties.map((item) => ({
    ...emptyParty,
    ...Object.fromEntries(partySources.map((name) => [name, formatColumns(item[name])])),
    role: item.role ?? '',
  }))
  return {
    name: feed?.name ?? '',
    timeZone: feed?.timeZone ?? '',
    nameOrder: feed?.nameOrder ?? '',
    nameWidth: feed?.nameWidth ? String(feed.nameWidth) : '',
    doubleSpaceSplits: feed?.doubleSpaceSplits ?? false,
    losesLeadingZeros: feed?.losesLeadingZeros ?? false,
    mapped: Boolean(mapping),
    mapping: {
      documentIdentifier: formatColumns(mapping?.documentIdentifier),
      recordedAt: formatColumns(mapping?.recordedAt),
      documentType: formatColumns(mapping?.documentType),
      documentDescription: formatColumns(mapping?.documentDescription),
      documentUrl: formatColumns(mapping?.documentUrl),
      legalDescription: formatColumns(mapping?.legalDescription),
      restricted: formatColumns(mapping?.restricted),
      parties: parties ?? [{ ...emptyParty }],
      parcels: (mapping?.parcels ?? []).map(formatColumns).join('\n'),
      situsAddresses: (mapping?.situsAddresses ?? []).map(formatColumns).join('\n'),
      extra: (mapping?.extra ?? []).join('\n'),
    },
  }
}

function toMapping(given: FeedForm['mapping']): unknown {
  const single = [...needed, ...optional].map((name) => [name, parseColumns(given[name])] as const)
  const parties = given.parties
    .map((item) =>
      present({
        ...Object.fromEntries(partySources.map((name) => [name, parseColumns(item[name])])),
        role: item.role.trim() || undefined,
      }),
    )
    .filter((item) => Object.keys(item).some((name) => name !== 'role' && name !== 'roleFrom'))
  const situsAddresses = splitLines(given.situsAddresses).map(parseColumns)
  return {
    ...present(Object.fromEntries(single)),
    parties,
    parcels: splitLines(given.parcels).map(parseColumns),
    ...(situsAddresses.length > 0 && { situsAddresses }),
    extra: splitLines(given.extra),
  }
}

type Feed = z.output<typeof feedInput>
type Given = Omit<Feed, 'mapping'> & { mapping: unknown }

/** Validates the form's values and converts them to API input. */
export const feedFormSchema = fields
  .superRefine(({ mapped, mapping }, ctx) => {
    if (!mapped) return
    for (const name of needed)
      if (!parseColumns(mapping[name]))
        ctx.addIssue({ code: 'custom', path: ['mapping', name], message: messages.required })
  })
  .transform(({ mapped, mapping, timeZone, nameOrder, nameWidth, ...rest }): Given => ({
    ...rest,
    timeZone: timeZone.trim() || null,
    nameOrder: nameOrder || null,
    nameWidth: nameWidth.trim() ? Number(nameWidth) : null,
    mapping: mapped ? toMapping(mapping) : null,
  }))
  // The server's own schema finds what the mapping lacks, and where.
  .pipe(feedInput as unknown as z.ZodType<Feed, Given>)
