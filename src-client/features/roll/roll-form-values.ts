import { z } from 'zod'
import { formatColumns, parseColumns, splitLines } from '#client/lib/format/column-names.ts'
import { messages } from '#shared/contract/messages.ts'
import { rollLimits } from '#shared/contract/roll-load.ts'
import { type RollMapping, rollMappingSchema } from '#shared/contract/roll-mapping.ts'

/** Column names as typed: 'APN | PIN'. */
const column = z.string().max(2_000)
/** One per line. */
const columns = z.string().max(10_000)

export const singleColumns = ['parcelId', 'city', 'zip', 'mailCity', 'mailState', 'mailZip'] as const
export const joinedColumns = ['address', 'legalDescription', 'ownerName', 'mailAddress'] as const

const fields = z.object({
  file: z
    .custom<File>((value) => value instanceof File, 'Choose a file.')
    .refine((file) => file.size > 0, 'The file is empty. Choose another one.')
    .refine(
      (file) => file.size <= rollLimits.fileBytes,
      'The file is larger than 200 MB. Compress it with gzip, or ask for a smaller one.',
    ),
  /** True if the file has its own column names. */
  mapped: z.boolean(),
  mapping: z.object({
    parcelId: column,
    city: column,
    zip: column,
    mailCity: column,
    mailState: column,
    mailZip: column,
    address: columns,
    legalDescription: columns,
    ownerName: columns,
    mailAddress: columns,
  }),
})
export type RollForm = Omit<z.input<typeof fields>, 'file'> & { file: File | undefined }

/** The form, with the columns of the latest file. */
export function toRollForm(mapping: RollMapping | null): RollForm {
  const single = singleColumns.map((name) => [name, formatColumns(mapping?.[name])] as const)
  const joined = joinedColumns.map((name) => [name, (mapping?.[name] ?? []).map(formatColumns).join('\n')] as const)
  return {
    file: undefined,
    mapped: mapping !== null,
    mapping: Object.fromEntries([...single, ...joined]) as RollForm['mapping'],
  }
}

function toMapping(typed: RollForm['mapping']): unknown {
  const single = singleColumns.flatMap((name) => {
    const source = parseColumns(typed[name])
    return source === undefined ? [] : [[name, source]]
  })
  const joined = joinedColumns.map((name) => [name, splitLines(typed[name]).map(parseColumns)])
  return Object.fromEntries([...single, ...joined])
}

const needed = ['parcelId', 'address'] as const
type Upload = { file: File; mapping: RollMapping | null }

/** Validates the form and converts it to an upload. */
export const rollFormSchema = fields
  .superRefine(({ mapped, mapping }, ctx) => {
    if (!mapped) return
    for (const name of needed)
      if (mapping[name].trim() === '')
        ctx.addIssue({ code: 'custom', path: ['mapping', name], message: messages.required })
  })
  .transform(({ file, mapped, mapping }) => ({ file, mapping: mapped ? toMapping(mapping) : null }))
  .pipe(z.object({ file: z.instanceof(File), mapping: rollMappingSchema.nullable() })) as unknown as z.ZodType<
  Upload,
  RollForm
>
