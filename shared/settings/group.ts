import { z } from 'zod'
import type { FieldProblems } from '../contract/errors.ts'
import { count, type Field } from './field.ts'

export type Fields = Record<string, Field>
type Values<F extends Fields> = { [K in keyof F]: z.infer<F[K]['schema']> }
export type Section = 'Alert Admin' | 'Audit Log Admin' | 'User Admin' | 'Web Pages' | 'Technical'

/** Fields under a common heading. */
export type Fieldset = {
  title: string
  fields: readonly string[]
  /** Concerns only texts: hidden if the service sends none. */
  requiresTexts?: true
}

/** A configuration group: its page, and the schema, defaults and form that follow from its fields. */
export function group<const F extends Fields, const S extends boolean = false>(spec: {
  /** The last part of the page's path under /controlPanel. */
  page: string
  title: string
  /** The label in the side navigation. */
  link: string
  section: Section
  fields: F
  /** Every page loads it when it starts: the fields with `readBy`, and on an administrator's page all of it. */
  atStart?: S
  fieldsets?: readonly Fieldset[]
  /** A value on the wire that the form only displays. */
  readOnlyField?: { name: string; label: string; help: string }
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

/** How long a link works, in hours. */
export const hours = (label: string, help: string) =>
  count(label, { min: 1, max: 720, initial: 4, unit: 'hours', help })
