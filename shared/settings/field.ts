import { z } from 'zod'
import { messages } from '../contract/messages.ts'

/** One field of a settings group: it yields the schema, the default, the form control and the public projection. */
export type Field = {
  kind: 'flag' | 'text' | 'longText' | 'number' | 'rows' | 'codes' | 'date'
  label: string
  help?: string
  unit?: string
  schema: z.ZodType
  initial: unknown
  min?: number
  max?: number
  public?: boolean
}

export const flag = (label: string, initial: boolean, help = '') =>
  ({ kind: 'flag', label, help, schema: z.boolean(), initial }) as const satisfies Field

export const text = (label: string, max = 255) =>
  ({
    kind: 'text',
    label,
    max,
    schema: z.string().trim().max(max, `${max} characters max.`),
    initial: '' as string,
  }) as const satisfies Field

export const requiredText = (label: string, initial: string, max = 255) =>
  ({
    kind: 'text',
    label,
    max,
    schema: z.string().trim().min(1, messages.required).max(max, `${max} characters max.`),
    initial,
  }) as const satisfies Field

export const requiredLongText = (label: string, initial: string, max = 1000) =>
  ({ ...requiredText(label, initial, max), kind: 'longText' }) as const satisfies Field

/** A whole number within bounds; an empty field arrives as '' and is refused with 'Required.'. */
export const count = (
  label: string,
  { min, max, initial, unit = '' }: { min: number; max: number; initial: number; unit?: string },
) =>
  ({
    kind: 'number',
    label,
    unit,
    min,
    max,
    schema: z
      .union([z.literal('').transform(() => Number.NaN), z.number()])
      .pipe(
        z.number(messages.required).int('Whole numbers only.').min(min, `${min} or more.`).max(max, `${max} or less.`),
      ) as unknown as z.ZodType<number>,
    initial,
  }) as const satisfies Field

export const paragraph = z.strictObject({
  heading: z.string().trim().max(255),
  paragraphContent: z.string().trim().max(4000),
})
export type Paragraph = z.infer<typeof paragraph>
const link = paragraph.extend({
  paragraphContent: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, error: 'An address that begins with http:// or https://.' }),
  ]),
})

export const rows = (label: 'paragraphs' | 'links', max: number) =>
  ({
    kind: 'rows',
    label,
    max,
    schema: z
      .array(label === 'links' ? link : paragraph)
      .max(max, `There's a limit of ${max} ${label}.`) as unknown as z.ZodType<Paragraph[]>,
    initial: [] as Paragraph[],
  }) as const satisfies Field

export const codes = <const C extends readonly [string, ...string[]]>(
  label: string,
  choices: C,
  initial: C[number][],
) =>
  ({
    kind: 'codes',
    label,
    schema: z.array(z.enum(choices)) as unknown as z.ZodType<C[number][]>,
    initial,
  }) as const satisfies Field

export const date = (label: string) =>
  ({
    kind: 'date',
    label,
    schema: z
      .string()
      .trim()
      .regex(/^(\d{2}\/\d{2}\/\d{4})?$/, 'MM/DD/YYYY'),
    initial: '' as string,
  }) as const satisfies Field

/** Marks a field that anonymous callers may read. */
export const shown = <F extends Field>(field: F) => ({ ...field, public: true as const })
