import { z } from 'zod'
import { emailInput } from '../contract/account.ts'
import { listUpTo } from '../contract/list-up-to.ts'
import { messages } from '../contract/messages.ts'
import { visible } from '../contract/visible-text.ts'

/** One field of a settings group: it yields the schema, the default, the form control and the public projection. */
export type Field = {
  kind: 'flag' | 'choice' | 'text' | 'longText' | 'number' | 'rows' | 'codes' | 'date'
  label: string
  help?: string
  unit?: string
  schema: z.ZodType
  initial: unknown
  min?: number
  max?: number
  /** Of a choice: what it says when it is on and when it is off. */
  words?: { on: string; off: string }
  /** Of codes: all there are, in their order. */
  choices?: readonly string[]
  /** Of rows: as many are always there, empty ones included. */
  fixed?: number
  public?: boolean
  /** The flag without which this field counts for nothing: the form then shuts it. */
  under?: string
}

export const flag = (label: string, initial: boolean, help = '') =>
  ({ kind: 'flag', label, help, schema: z.boolean(), initial }) as const satisfies Field

/** A flag that is drawn as a list of two. */
export const choice = (label: string, words: { on: string; off: string }, initial: boolean, help = '') =>
  ({ kind: 'choice', label, help, words, schema: z.boolean(), initial }) as const satisfies Field

const upTo = (max: number) => z.string().trim().max(max, `${max} characters max.`)
/** Of what stands in names of senders and in headers: a second line would spoil every message. */
const oneLineUpTo = (max: number) =>
  visible(upTo(max).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { message: 'Enter one line only.', abort: true }))
const linesUpTo = (max: number) => visible(upTo(max), { lines: true })
const filledIn = (schema: z.ZodString) => schema.min(1, messages.required)

export const text = (label: string, max = 255, help = '') =>
  ({ kind: 'text', label, help, max, schema: oneLineUpTo(max), initial: '' as string }) as const satisfies Field

/** An email address, or nothing. */
export const email = (label: string, max: number, help = '') =>
  ({
    ...text(label, max, help),
    schema: z.union([z.literal(''), upTo(max).pipe(emailInput)]) as unknown as z.ZodType<string>,
  }) as const satisfies Field

export const requiredText = (label: string, initial: string, max = 255, help = '') =>
  ({
    kind: 'text',
    label,
    help,
    max,
    schema: filledIn(oneLineUpTo(max)),
    initial,
  }) as const satisfies Field

export const requiredLongText = (label: string, initial: string, max = 1000, help = '') =>
  ({
    ...requiredText(label, initial, max, help),
    kind: 'longText',
    schema: filledIn(linesUpTo(max)),
  }) as const satisfies Field

type Count = { min: number; max: number; initial: number; unit?: string; help?: string }

/** A whole number within bounds; an empty field arrives as '' and is refused with 'Required.'. */
export const count = (label: string, { min, max, initial, unit = '', help = '' }: Count) =>
  ({
    kind: 'number',
    label,
    help,
    unit,
    min,
    max,
    // What a form could not read as a number is NaN; JSON has none.
    schema: z.union([z.literal(''), z.nan(), z.number()]).superRefine((value, { addIssue }) => {
      const problem = value === '' ? messages.required : countProblem(value, min, max)
      if (problem) addIssue({ code: 'custom', message: problem })
    }) as unknown as z.ZodType<number>,
    initial,
  }) as const satisfies Field

function countProblem(value: number, min: number, max: number): string | undefined {
  if (!Number.isInteger(value)) return 'Whole numbers only.'
  if (value < min) return `${min} or more.`
  return value > max ? `${max} or less.` : undefined
}

export const paragraph = z.strictObject({ heading: linesUpTo(255), paragraphContent: linesUpTo(4000) })
export type Paragraph = z.infer<typeof paragraph>

/** A row that says something. */
export const isFilled = ({ heading, paragraphContent }: Paragraph): boolean => heading !== '' || paragraphContent !== ''

const link = paragraph.extend({
  paragraphContent: z.union([
    z.literal(''),
    upTo(2000).pipe(z.url({ protocol: /^https?$/, error: 'Enter an address that begins with http:// or https://.' })),
  ]),
})

export const rows = (label: 'paragraphs' | 'links', max: number, { fixed }: { fixed?: number } = {}) =>
  ({
    kind: 'rows',
    label,
    max,
    ...(fixed === undefined ? {} : { fixed }),
    schema: listUpTo(
      max,
      z.array(label === 'links' ? link : paragraph),
      `There's a limit of ${max} ${label}.`,
    ) as unknown as z.ZodType<Paragraph[]>,
    initial: [] as Paragraph[],
  }) as const satisfies Field

export const codes = <const C extends readonly [string, ...string[]]>(
  label: string,
  choices: C,
  initial: C[number][],
  help = '',
) =>
  ({
    kind: 'codes',
    label,
    help,
    choices,
    // Each once, however often it was sent.
    schema: listUpTo(choices.length, z.array(z.enum(choices))).transform((list) => [
      ...new Set(list),
    ]) as unknown as z.ZodType<C[number][]>,
    initial,
  }) as const satisfies Field

export const date = (label: string) =>
  ({
    kind: 'date',
    label,
    schema: z
      .string()
      .trim()
      .regex(/^(\d{2}\/\d{2}\/\d{4})?$/, messages.dateForm),
    initial: '' as string,
  }) as const satisfies Field

/** Marks a field that anonymous callers may read. */
export const shown = <F extends Field>(field: F) => ({ ...field, public: true as const })

/** Ties a field to the flag of its group without which it counts for nothing. */
export const under = <F extends Field>(flag: string, field: F) => ({ ...field, under: flag })
