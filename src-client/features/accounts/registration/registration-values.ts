import { z } from 'zod'
import type { ProfileAddress } from '#client/components/find-property/own-property.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import { emptyDetails, signUpInput } from '#shared/contract/account.ts'
import { type AlertType, limits } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Property } from '#shared/contract/roll.ts'
import { maxWatchedAlerts, type watchInput } from '#shared/contract/several-alerts.ts'
import { nameAlerts } from '#shared/domain/alert/alert-names.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'
import { signUpProblems } from '#shared/domain/user/user.ts'
import { type ParcelMask, parcelProblem } from '#shared/matching/parcels/parcel.ts'

/** What the form holds: the sign-up's fields, and the criteria as the second step asks for them. */
export const registrationSchema = signUpInput.omit({ watch: true }).extend({
  watchesProperty: z.boolean(),
  /** Found by address, all at one address. */
  properties: z.array(z.custom<Property>()),
  /** The reader's address that the property was filled in for, so that later changes stay; null before. */
  filledFor: z.custom<ProfileAddress | null>(),
  /** A parcel number typed instead. */
  parcelId: z.string().trim(),
  watchesName: z.boolean(),
  watchesBusiness: z.boolean(),
  businessName: z.string().trim(),
  /** To emails about the alerts. */
  agreed: z.boolean(),
})
export type RegistrationInput = z.input<typeof registrationSchema>
export type RegistrationValues = z.output<typeof registrationSchema>

export const emptyRegistration = {
  ...emptyDetails,
  username: '',
  password: '',
  passwordConfirm: '',
  watchesProperty: false,
  properties: [],
  filledFor: null,
  parcelId: '',
  watchesName: true,
  watchesBusiness: false,
  businessName: '',
  agreed: false,
} satisfies RegistrationInput

type Watched = NonNullable<z.input<typeof watchInput>>

/** Alerts made on a screen collect possible matches. */
const variants = { possible: true }

const parcelAlert = (name: string, parcelId: string) => ({ name, alertType: 'PARCEL_ID' as const, parcelId })

function watchParcels({ properties, parcelId }: RegistrationValues): Watched {
  const [first] = properties
  if (!first) return [parcelAlert(text('register.watch.property'), parcelId)]
  const names = nameAlerts(titleCaseAddress(first.address), properties.length, [])
  return properties.map((property, index) => parcelAlert(names[index] ?? '', property.parcelId))
}

/** The alerts that the second step asks for. */
export function toWatch(values: RegistrationValues): Watched {
  const { watchesProperty, watchesName, watchesBusiness, firstName, lastName, businessName } = values
  return [
    ...(watchesProperty ? watchParcels(values) : []),
    ...(watchesName
      ? [
          {
            name: text('register.watch.name'),
            alertType: 'NAME' as const,
            firstName,
            lastName,
            variants,
            automaticWidth: true,
          },
        ]
      : []),
    ...(watchesBusiness
      ? [{ name: businessName.slice(0, limits.alertName), alertType: 'BUSINESS' as const, businessName, variants }]
      : []),
  ]
}

/** What the county asks of the second step. */
export type WatchRules = {
  offered: readonly AlertType[]
  mask: ParcelMask
  consent: boolean
  /** Whether the property is found by its address. */
  findsProperty: boolean
}

/**
 * The problems of the second step, by field; `choice` is the step as a whole. The server checks the alerts once more, by
 * the rules of every alert.
 */
export function choiceProblems(
  values: RegistrationValues,
  { mask, consent }: Pick<WatchRules, 'mask' | 'consent'>,
): FieldProblems {
  const { watchesProperty, properties, parcelId, watchesBusiness, businessName, agreed } = values
  const watch = toWatch(values)
  const problems: FieldProblems = {}
  if (watch.length === 0) problems.choice = text('register.watch.nothing')
  if (watch.length > maxWatchedAlerts) problems.choice = text('register.watch.many', { count: maxWatchedAlerts })
  if (watchesProperty && properties.length === 0) {
    const problem = parcelId === '' ? text('register.watch.noProperty') : parcelProblem(parcelId, mask)
    if (problem !== null) problems.parcelId = problem
  }
  if (watchesBusiness && businessName === '') problems.businessName = messages.required
  if (consent && watch.length > 0 && !agreed) problems.agreed = messages.acknowledge
  return problems
}

/** Every problem of the form, as far as this page can tell. */
export const registrationProblems = (values: RegistrationValues, rules: WatchRules): FieldProblems => ({
  ...signUpProblems({ ...values, watch: [] }),
  ...choiceProblems(values, rules),
})
