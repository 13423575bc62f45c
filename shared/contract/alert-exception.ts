import { z } from 'zod'

/** What an alert can leave out after 'This is not about me'. */
const exceptionKinds = ['middleName', 'coOwner', 'spelling'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/**
 * Leaves out records of a person with this middle name, or with this co-owner, or possible matches by these words of a
 * record's name. `value` is normalized: a word, 'SURNAME, GIVEN NAMES', or words in alphabetical order.
 */
export type AlertException = { kind: ExceptionKind; value: string }

/** The exception with the name as its owner reads it. */
export type NamedException = AlertException & { written: string }

/** An exception that the page of a notice offers. */
export type NameException = NamedException & { kind: Exclude<ExceptionKind, 'spelling'> }

/** An exception in the alert's form; `added` is the day, as shown. */
export type ExceptionView = NamedException & { added: string }

/** Far more than one alert needs; each costs time in matching. */
export const maxExceptionsPerAlert = 50

/** Longer names are not offered. */
export const maxExceptionLength = 200

const value = z.string().min(1).max(maxExceptionLength)
const alertId = z.number().int()

export const exceptionInput = z.strictObject({ alertId, kind: z.enum(exceptionKinds), value })

/** What the page of a notice offers: an exception, or the match option that leaves out matches by initial. */
export const exceptionOfferKinds = ['byInitial', 'middleName', 'coOwner'] as const
export type ExceptionOfferKind = (typeof exceptionOfferKinds)[number]

/** `value` is '' for `byInitial`. */
export const exceptionOfferInput = z.strictObject({
  token: z.string().trim().min(1).max(200),
  alertId,
  kind: z.enum(exceptionOfferKinds),
  value: z.string().max(maxExceptionLength),
})
