import { z } from 'zod'
import type { FeedMapping, MappingSource } from '#shared/contract/feed-mapping.ts'
import { type FeedChanges, feedInput } from '#shared/contract/feed-settings.ts'
import { messages } from '#shared/contract/messages.ts'

/** Columns as they are typed: 'REC_DATE | DATE'. */
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
  /** Its files name their columns in their own way. */
  mapped: z.boolean(),
  mapping: z.object({
    documentIdentifier: column,
    recordedAt: column,
    documentType: column,
    documentDescription: column,
    documentUrl: column,
    legalDescription: column,
    parties: z.array(party),
    /** One on each line. */
    parcels: z.string().max(10_000),
    extra: z.string().max(25_000),
  }),
})
export type FeedForm = z.infer<typeof fields>

const needed = ['documentIdentifier', 'recordedAt'] as const
const optional = ['documentType', 'documentDescription', 'documentUrl', 'legalDescription'] as const
const partySources = ['roleFrom', 'name', 'firstName', 'middleName', 'lastName', 'suffix', 'businessName'] as const
export type MappedField = (typeof needed)[number] | (typeof optional)[number]
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

const typed = (source: MappingSource | undefined): string => [source ?? []].flat().join(' | ')
const sourceOf = (text: string): MappingSource | undefined => {
  const names = text
    .split('|')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length > 1 ? names : names[0]
}
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Without the parts that are absent. */
const present = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

/** What a feed states, as the form shows it; undefined for one that is to be made. */
export function formOf(feed: Required<FeedChanges> | undefined): FeedForm {
  const mapping = feed?.mapping as FeedMapping | null | undefined
  const parties = mapping?.parties.map((one) => ({
    ...emptyParty,
    ...Object.fromEntries(partySources.map((name) => [name, typed(one[name])])),
    role: one.role ?? '',
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
      documentIdentifier: typed(mapping?.documentIdentifier),
      recordedAt: typed(mapping?.recordedAt),
      documentType: typed(mapping?.documentType),
      documentDescription: typed(mapping?.documentDescription),
      documentUrl: typed(mapping?.documentUrl),
      legalDescription: typed(mapping?.legalDescription),
      parties: parties ?? [{ ...emptyParty }],
      parcels: (mapping?.parcels ?? []).map(typed).join('\n'),
      extra: (mapping?.extra ?? []).join('\n'),
    },
  }
}

function mappingOf(given: FeedForm['mapping']): unknown {
  const single = [...needed, ...optional].map((name) => [name, sourceOf(given[name])] as const)
  const parties = given.parties
    .map((one) =>
      present({
        ...Object.fromEntries(partySources.map((name) => [name, sourceOf(one[name])])),
        role: one.role.trim() || undefined,
      }),
    )
    .filter((one) => Object.keys(one).some((name) => name !== 'role' && name !== 'roleFrom'))
  return {
    ...present(Object.fromEntries(single)),
    parties,
    parcels: lines(given.parcels).map(sourceOf),
    extra: lines(given.extra),
  }
}

type Feed = z.output<typeof feedInput>
type Given = Omit<Feed, 'mapping'> & { mapping: unknown }

/** The form's values, checked and as the server takes them. */
export const feedFormSchema = fields
  .superRefine(({ mapped, mapping }, ctx) => {
    if (!mapped) return
    for (const name of needed)
      if (!sourceOf(mapping[name]))
        ctx.addIssue({ code: 'custom', path: ['mapping', name], message: messages.required })
  })
  .transform(({ mapped, mapping, timeZone, nameOrder, nameWidth, ...rest }): Given => ({
    ...rest,
    timeZone: timeZone.trim() || null,
    nameOrder: nameOrder || null,
    nameWidth: nameWidth.trim() ? Number(nameWidth) : null,
    mapping: mapped ? mappingOf(mapping) : null,
  }))
  // The server's own schema says what the mapping lacks, and where.
  .pipe(feedInput as unknown as z.ZodType<Feed, Given>)
