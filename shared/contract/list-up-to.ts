import { z } from 'zod'

/**
 * A list of at most `max` items. Checks the length before the first item: validating a hundred thousand items, and
 * listing the problems of each, would hold up every other call.
 */
export const listUpTo = <T extends z.ZodType>(max: number, list: z.ZodArray<T>, message = `Up to ${max}.`) =>
  z.custom<z.input<T>[]>((given) => !Array.isArray(given) || given.length <= max, message).pipe(list)
