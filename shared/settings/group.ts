import { z } from 'zod'
import type { FieldProblems } from '../contract/errors.ts'
import { count, type Field } from './field.ts'

export type Fields = Record<string, Field>
type Values<F extends Fields> = { [K in keyof F]: z.infer<F[K]['schema']> }
export type Section = 'Alert Admin' | 'Audit Log Admin' | 'User Admin' | 'Web Pages' | 'Technical'

/** Fields that stand together under a heading of their own. */
export type Part = {
  title: string
  fields: readonly string[]
  /** Of texts alone: hidden where none are sent. */
  ofTexts?: true
}

/** A configuration group: its page, and from its fields the schema, the defaults and the form. */
export function group<const F extends Fields>(spec: {
  /** Last part of the page's address under /controlPanel. */
  page: string
  title: string
  /** Its words in the side navigation. */
  link: string
  section: Section
  fields: F
  parts?: readonly Part[]
  /** A value of the wire that is only shown. */
  shownToo?: { name: string; label: string; help: string }
  check?: (value: Values<F>) => Partial<FieldProblems>
}) {
  const shape = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema]))
  const initial = Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.initial]))
  const schema = z.strictObject(shape).superRefine((value, { addIssue }) => {
    for (const [path, message] of Object.entries(spec.check?.(value as Values<F>) ?? {}))
      if (message) addIssue({ code: 'custom', path: [path], message })
  }) as unknown as z.ZodType<Values<F>>
  return { ...spec, schema, initial: initial as Values<F> }
}

/** A time to follow a link in, in hours. */
export const hours = (label: string, help: string) =>
  count(label, { min: 1, max: 720, initial: 4, unit: 'hours', help })
