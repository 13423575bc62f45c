import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type FieldValues, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldProblems } from '#shared/contract/errors.ts'

/** The problems of values of the right shape, by field. A rule that is rarely needed may load its script first. */
type Rule<O> = (value: O) => FieldProblems | Promise<FieldProblems>

/** Checks the shape first (zod), then the shared rule that needs context, such as the settings or the current user. */
function createResolver<I extends FieldValues, O extends FieldValues>(
  schema: z.ZodType<O, I>,
  rule?: Rule<O>,
): Resolver<I, unknown, O> {
  const shape = zodResolver(schema)
  return async (values, context, options) => {
    const result = await shape(values, context, options)
    const parsed = rule && schema.safeParse(values)
    if (!parsed?.success) return result
    const problems = Object.entries((await rule?.(parsed.data)) ?? {})
    if (problems.length === 0) return result
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]))
    return { values: {}, errors: nest(errors) as never }
  }
}

/** Nests { 'emails.0.value': e } as { emails: [{ value: e }] }, as react-hook-form expects. */
function nest(flat: Record<string, unknown>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [path, leaf] of Object.entries(flat)) {
    const keys = path.split('.')
    let place = root
    for (const key of keys.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>
    place[keys.at(-1) ?? path] = leaf
  }
  return root
}

type AppFormOptions<I extends FieldValues, O extends FieldValues> = {
  schema: z.ZodType<O, I>
  rule?: Rule<O>
  defaultValues: DefaultValues<I>
}

/** A form whose fields are validated when they are left (use-field.ts), and all together on submit. */
export function useAppForm<I extends FieldValues, O extends FieldValues>(options: AppFormOptions<I, O>) {
  return useForm<I, unknown, O>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The summary dialog moves the focus.
    shouldFocusError: false,
    resolver: createResolver(options.schema, options.rule),
    defaultValues: options.defaultValues,
  })
}
