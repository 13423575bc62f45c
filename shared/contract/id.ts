import { z } from 'zod'

const digits = /^\d{1,15}$/

/**
 * The id of a row: a number on the wire, or its digits as text, as lookups return it.
 * @param missing the message if there is none
 */
export const idWithMessage = (missing?: string) =>
  z
    .union([z.number(), z.string()], missing)
    .transform((value) => (typeof value === 'string' && digits.test(value) ? Number(value) : value))
    .pipe(z.number(missing).int().nonnegative())
export const id = idWithMessage()

/** In a filter or a form '' counts as absent. */
export const idInput = z
  .union([id, z.literal('')])
  .nullish()
  .transform((found) => found || undefined)
