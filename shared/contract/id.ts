import { z } from 'zod'

const digits = /^\d{1,15}$/

/**
 * The number of a record: on the wire a number, or its digits as text, as the look-ups answer it (decisions, section 2).
 * @param missing what is said where there is none
 */
export const idOr = (missing?: string) =>
  z
    .union([z.number(), z.string()], missing)
    .transform((value) => (typeof value === 'string' && digits.test(value) ? Number(value) : value))
    .pipe(z.number(missing).int().nonnegative())
export const id = idOr()

/** In a filter or a form '' counts as absent. */
export const idInput = z
  .union([id, z.literal('')])
  .nullish()
  .transform((found) => found || undefined)
