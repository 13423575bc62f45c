import { z } from 'zod'
import { emailInput } from '../contract/account.ts'
import { listUpTo } from '../contract/list-up-to.ts'
import { messages } from '../contract/messages.ts'
import { visible } from '../contract/visible-text.ts'

/** Residents and guests who are logged in also read what anyone reads. */
export type StartReader = 'anyone' | 'loggedIn'

/** One field of a settings group. It defines the schema, the default, the form control and the public projection. */
export type Field = {
  kind: 'flag' | 'choice' | 'text' | 'longText' | 'number' | 'rows' | 'codes' | 'date' | 'staff'
  label: string
  help?: string
  unit?: string
  schema: z.ZodType
  initial: unknown
  min?: number
  max?: number
  /** For a choice: its labels when on and when off. */
  labels?: { on: string; off: string }
  /** For codes: all options, in order. */
  choices?: readonly string[]
  /** For rows: the form always shows this many, including empty ones. */
  fixedRows?: number
  /** Whose pages read it when they start, in addition to an administrator's. */
  readBy?: StartReader
  /** The flag that this field depends on: while it is off, the form disables this field. */
  enabledBy?: string
}

export const flag = (label: string, initial: boolean, help = '') =>
  ({ kind: 'flag', label, help, schema: z.boolean(), initial }) as const satisfies Field

/** A flag shown as a list of two options. */
export const choice = (label: string, labels: { on: string; off: string }, initial: boolean, help = '') =>
  ({ kind: 'choice', label, help, labels, schema: z.boolean(), initial }) as const satisfies Field

const maxText = (max: number) => z.string().trim().max(max, `${max} characters max.`)
/** For sender names and headers: a second line would break every message. */
const singleLine = (max: number) =>
  visible(maxText(max).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { message: 'Enter one line only.', abort: true }))
const multiLine = (max: number) => visible(maxText(max), { lines: true })
const required = (schema: z.ZodString) => schema.min(1, messages.required)

export const text = (label: string, max = 255, help = '') =>
  ({ kind: 'text', label, help, max, schema: singleLine(max), initial: '' as string }) as const satisfies Field

/** An email address or ''. */
export const email = (label: string, max: number, help = '') =>
  ({
    ...text(label, max, help),
    schema: z.union([z.literal(''), maxText(max).pipe(emailInput)]) as unknown as z.ZodType<string>,
  }) as const satisfies Field

export const requiredText = (label: string, initial: string, max = 255, help = '') =>
  ({
    kind: 'text',
    label,
    help,
    max,
    schema: required(singleLine(max)),
    initial,
  }) as const satisfies Field

export const requiredLongText = (label: string, initial: string, max = 1000, help = '') =>
  ({
    ...requiredText(label, initial, max, help),
    kind: 'longText',
    schema: required(multiLine(max)),
  }) as const satisfies Field

type Count = { min: number; max: number; initial: number; unit?: string; help?: string }

/** An https address or ''. */
export const secureLink = (label: string, help = '') =>
  ({
    ...text(label, 2000, help),
    schema: z.union([
      z.literal(''),
      singleLine(2000).pipe(z.url({ protocol: /^https$/, error: 'Enter an address that begins with https://.' })),
    ]) as unknown as z.ZodType<string>,
  }) as const satisfies Field

/** A whole number within limits; an empty field arrives as '' and is refused with 'Required.'. */
export const count = (label: string, { min, max, initial, unit = '', help = '' }: Count) =>
  ({
    kind: 'number',
    label,
    help,
    unit,
    min,
    max,
    // A form sends NaN for text that is not a number; JSON has no NaN.
    schema: z.union([z.literal(''), z.nan(), z.number()]).superRefine((value, { addIssue }) => {
      const problem = value === '' ? messages.required : countProblem(value, min, max)
      if (problem) addIssue({ code: 'custom', message: problem })
    }) as unknown as z.ZodType<number>,
    initial,
  }) as const satisfies Field

/** A whole number, or '' with the meaning that the help gives. */
export const optionalCount = (label: string, limits: Omit<Count, 'initial'> & { help: string }) => {
  const field = count(label, { ...limits, initial: limits.min })
  return {
    ...field,
    schema: z.union([z.literal(''), field.schema]) as unknown as z.ZodType<number | ''>,
    initial: '' as number | '',
  } as const satisfies Field
}

function countProblem(value: number, min: number, max: number): string | undefined {
  if (!Number.isInteger(value)) return 'Whole numbers only.'
  if (value < min) return `${min} or more.`
  return value > max ? `${max} or less.` : undefined
}

/** The content of a row; its labels say which. */
export type RowKind = 'paragraphs' | 'links' | 'explanations'

/** The characters that a row may have, and whether its content is one line; for the schemas below and for the form. */
export const rowLimits: Record<RowKind, { heading: number; content: number; oneLine: boolean }> = {
  paragraphs: { heading: 255, content: 4000, oneLine: false },
  links: { heading: 255, content: 2000, oneLine: true },
  explanations: { heading: 100, content: 500, oneLine: true },
}
const { paragraphs, links, explanations } = rowLimits

const paragraph = z.strictObject({
  heading: multiLine(paragraphs.heading),
  paragraphContent: multiLine(paragraphs.content),
})
export type Paragraph = z.infer<typeof paragraph>

/** Whether a row is not empty. */
export const hasContent = ({ heading, paragraphContent }: Paragraph): boolean =>
  heading !== '' || paragraphContent !== ''

const link = paragraph.extend({
  heading: multiLine(links.heading),
  paragraphContent: z.union([
    z.literal(''),
    maxText(links.content).pipe(
      z.url({ protocol: /^https?$/, error: 'Enter an address that begins with http:// or https://.' }),
    ),
  ]),
})

/** What the county says about a type of document, instead of our own words. */
const explanation = paragraph.extend({
  heading: singleLine(explanations.heading),
  paragraphContent: singleLine(explanations.content),
})

const rowSchemas: Record<RowKind, z.ZodType> = { paragraphs: paragraph, links: link, explanations: explanation }

export const rows = (label: RowKind, max: number, { fixedRows, help }: { fixedRows?: number; help?: string } = {}) =>
  ({
    kind: 'rows',
    label,
    max,
    ...(fixedRows === undefined ? {} : { fixedRows }),
    ...(help === undefined ? {} : { help }),
    schema: listUpTo(max, z.array(rowSchemas[label]), `There's a limit of ${max} ${label}.`) as unknown as z.ZodType<
      Paragraph[]
    >,
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
    // Removes duplicates.
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

const maxDates = 100
/** Also checks that the calendar has this day. */
const isDate = (text: string): boolean =>
  z.iso.date().safeParse(text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')).success

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Days as 'MM/DD/YYYY', one per line. */
export const dateList = (label: string, help: string) =>
  ({
    kind: 'longText',
    label,
    help,
    max: 2000,
    schema: multiLine(2000).superRefine((value, { addIssue }) => {
      const lines = toLines(value)
      const wrong = lines.find((line) => !isDate(line))
      if (wrong !== undefined)
        addIssue({ code: 'custom', message: `“${wrong}” is not a date. Enter one date a line, such as 12/24/2026.` })
      if (lines.length > maxDates) addIssue({ code: 'custom', message: `There's a limit of ${maxDates} dates.` })
    }),
    initial: '' as string,
  }) as const satisfies Field

const maxStaff = 50

/** Administrators, by the ids of their accounts. */
export const staff = (label: string, help: string) =>
  ({
    kind: 'staff',
    label,
    help,
    schema: listUpTo(maxStaff, z.array(z.number().int().positive())).transform((ids) => [
      ...new Set(ids),
    ]) as unknown as z.ZodType<number[]>,
    initial: [] as number[],
  }) as const satisfies Field

/** Marks a field that anonymous callers may read. */
export const publicField = <F extends Field>(field: F) => ({ ...field, readBy: 'anyone' as const })

/** Marks a field that every logged-in user may read. */
export const loggedInField = <F extends Field>(field: F) => ({ ...field, readBy: 'loggedIn' as const })

/** Makes a field depend on a flag of its group. */
export const enabledBy = <F extends Field>(flag: string, field: F) => ({ ...field, enabledBy: flag })
