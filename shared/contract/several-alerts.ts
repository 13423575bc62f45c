import { z } from 'zod'
import { alertShape, criteriaShape, ownAlertShape, recipientLists, toAlertInput, withCriteria } from './alert.ts'
import { listUpTo } from './list-up-to.ts'
import { messages } from './messages.ts'
import { maxFoundProperties } from './roll.ts'

/** New alerts of one owner in one request, such as one for each parcel of an address. */
export const alertsInput = z.strictObject({
  alerts: listUpTo(
    maxFoundProperties,
    z
      .array(
        alertShape
          .omit({ id: true, userId: true, version: true })
          .transform((fields) => toAlertInput({ ...fields, id: undefined, userId: undefined, version: undefined })),
      )
      .min(1, messages.required),
  ),
})

const maxHouseholdAlerts = 12

/** New alerts of one household in one request; all of them notify the same recipients. */
export const householdInput = z.strictObject({
  alerts: listUpTo(
    maxHouseholdAlerts,
    z
      .array(
        criteriaShape
          .extend({ name: alertShape.shape.name.pipe(z.string().min(1, messages.required)) })
          .transform(withCriteria),
      )
      .min(1, messages.required),
  ),
  ...recipientLists,
})
export type HouseholdInput = z.output<typeof householdInput>

/** Alerts that a registration may ask for. */
export const maxWatchedAlerts = 3

/**
 * The alerts that a registration asks for; they will notify the account's own email. With `automaticWidth`, which the
 * screens send, an alert on a person starts wide if the name is rare.
 */
export const watchInput = listUpTo(
  maxWatchedAlerts,
  z.array(
    ownAlertShape
      .extend({ automaticWidth: z.boolean().nullish() })
      .transform(({ pausedUntil, automaticWidth, ...fields }) => ({
        ...withCriteria(fields),
        pausedUntil: pausedUntil ?? '',
        ...(automaticWidth && { automaticWidth }),
      })),
  ),
)
  .nullish()
  .transform((list) => list ?? [])
export type WatchedAlert = z.output<typeof watchInput>[number]
