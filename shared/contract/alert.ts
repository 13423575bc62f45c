import { z } from 'zod'
import { idInput } from './id.ts'
import { listUpTo } from './list-up-to.ts'
import { maxFoundProperties } from './roll.ts'
import { visible } from './visible-text.ts'

/** In the order of their defaults. */
export const alertTypeNames = ['NAME', 'BUSINESS', 'PARCEL_ID'] as const
export type AlertType = (typeof alertTypeNames)[number]
const alertTypeSchema = z.enum(alertTypeNames)
export const alertTypes = {
  NAME: 'Person',
  BUSINESS: 'Business/Trust',
  PARCEL_ID: 'Parcel ID',
} as const satisfies Record<AlertType, string>

export const alertStatuses = { A: 'Active', I: 'Inactive', P: 'Pending' } as const
/** As displayed; only A and I are stored. */
export type AlertStatus = keyof typeof alertStatuses

export const channels = ['EMAIL', 'PHONE'] as const
export type Channel = (typeof channels)[number]

/** Maximum characters. */
export const limits = {
  alertName: 60,
  firstName: 30,
  lastName: 30,
  formerLastName: 30,
  businessName: 150,
  parcelId: 50,
  email: 50,
  recipients: 5,
} as const

/** The texts that make up the criteria of each type, in the order of the form. */
export const criteriaFields = {
  NAME: ['firstName', 'lastName'],
  BUSINESS: ['businessName'],
  PARCEL_ID: ['parcelId'],
} as const satisfies Record<AlertType, readonly (keyof typeof limits)[]>
export type CriteriaField<T extends AlertType = AlertType> = (typeof criteriaFields)[T][number]

/**
 * More texts that the criteria of a type may have; '' if not given. A former last name is searched for like the last
 * name.
 */
export const optionalCriteriaFields = {
  NAME: ['formerLastName'],
} as const satisfies Partial<Record<AlertType, readonly (keyof typeof limits)[]>>
type OptionalFields = typeof optionalCriteriaFields
export type OptionalCriteriaField<T extends AlertType = AlertType> = T extends keyof OptionalFields
  ? OptionalFields[T][number]
  : never

export const tooLong = (max: number): string => `${max} characters max.`

/** Recipients per channel in one request; the county's settings limit how many an alert may have. */
const maxRecipientsPerRequest = 20

// On a write, absent, null and '' are the same, except for what an existing alert keeps (`AbsentField`).
const optional = (schema: z.ZodString) => schema.nullish().transform((text) => text ?? '')
const short = (max: number) => z.string().trim().max(max, tooLong(max))
const trimmed = (max: number) => optional(short(max))
const visibleText = (max: number) => optional(visible(short(max)))
const listOf = <T extends z.ZodType>(item: T) =>
  listUpTo(maxRecipientsPerRequest, z.array(item))
    .nullish()
    .transform((list) => list ?? [])
const defaultOff = z
  .boolean()
  .nullish()
  .transform((on) => on ?? false)

/** A recipient on the wire. The server returns `saved` and `verified` and ignores them on a write. */
const recipientInput = z.strictObject({
  id: idInput,
  value: trimmed(200),
  acknowledged: defaultOff,
  saved: z.unknown().optional(),
  verified: z.unknown().optional(),
})
export type RecipientInput = z.infer<typeof recipientInput>

/** The recipients of an alert, or of a household's alerts. */
export const recipientLists = { alertEmailAddresses: listOf(recipientInput), alertPhones: listOf(recipientInput) }

export const matchOptionNames = [
  'nicknames',
  'soundAlikes',
  'typingSlips',
  'formerName',
  'allWords',
  'notByInitial',
  'possible',
] as const
type MatchOptionName = (typeof matchOptionNames)[number]
/**
 * Match options of one alert, all off by default: `notByInitial` narrows what it finds, the others widen it.
 * `possible` says what happens to weak matches: true collects them for the weekly email, false leaves them out. Null, as
 * in alerts from before there were grades, sends what the other options find right away, however weak.
 */
export type MatchOptions = Record<Exclude<MatchOptionName, 'possible'>, boolean> & { possible: boolean | null }
export const noMatchOptions: MatchOptions = {
  nicknames: false,
  soundAlikes: false,
  typingSlips: false,
  formerName: false,
  allWords: false,
  notByInitial: false,
  possible: null,
}
/** The match options with which a screen starts a new alert. */
export const newMatchOptions: MatchOptions = { ...noMatchOptions, possible: true }
const choice = z.boolean().nullish()
const matchOptionsShape = z
  .strictObject({
    nicknames: choice,
    soundAlikes: choice,
    typingSlips: choice,
    formerName: choice,
    allWords: choice,
    notByInitial: choice,
    possible: choice,
  } satisfies Record<keyof MatchOptions, typeof choice>)
  .nullish()
type StatedMatchOptions = z.output<typeof matchOptionsShape>

/** The options as chosen; an option that is absent or null is off, and `possible` undecided. */
const toMatchOptions = (stated: StatedMatchOptions): MatchOptions =>
  matchOptionNames.reduce(
    (chosen, name) => ({ ...chosen, [name]: stated?.[name] ?? noMatchOptions[name] }),
    noMatchOptions,
  )
export const matchOptionsInput = matchOptionsShape.transform(toMatchOptions)

/**
 * An alert's criteria on the wire. Checks only the shape: the domain's alert rules say what its type and the settings
 * require.
 */
export const criteriaShape = z.strictObject({
  alertType: alertTypeSchema,
  firstName: visibleText(limits.firstName),
  lastName: visibleText(limits.lastName),
  formerLastName: visible(short(limits.formerLastName)).nullish(),
  businessName: visibleText(limits.businessName),
  parcelId: visibleText(limits.parcelId),
  variants: matchOptionsShape,
})
type StatedCriteria = z.output<typeof criteriaShape>
type CriteriaTexts = Record<CriteriaField | OptionalCriteriaField, string>
type CriteriaFields = CriteriaTexts & { alertType: AlertType; variants: MatchOptions }

/** What an alert looks for, with only the texts of its type. `firstName` may include middle names: 'John Rick'. */
export type Criteria<T extends AlertType = AlertType> = {
  [K in T]: { alertType: K; variants: MatchOptions } & Record<CriteriaField<K> | OptionalCriteriaField<K>, string>
}[T]

const criteriaParsers: { [T in AlertType]: (fields: CriteriaFields) => Criteria<T> } = {
  NAME: ({ firstName, lastName, formerLastName, variants }) => ({
    alertType: 'NAME',
    firstName,
    lastName,
    formerLastName,
    variants,
  }),
  BUSINESS: ({ businessName, variants }) => ({ alertType: 'BUSINESS', businessName, variants }),
  PARCEL_ID: ({ parcelId, variants }) => ({ alertType: 'PARCEL_ID', parcelId, variants }),
}

/** The criteria in entered or stored fields; texts of another type are left out. */
export const parseCriteria = (fields: CriteriaFields): Criteria => criteriaParsers[fields.alertType](fields)

const toCriteria = (stated: StatedCriteria): Criteria =>
  parseCriteria({
    ...stated,
    formerLastName: stated.formerLastName ?? '',
    variants: toMatchOptions(stated.variants),
  })

/** Input with criteria among its fields, with the criteria parsed. */
export function withCriteria<F extends StatedCriteria>(fields: F) {
  const { alertType, firstName, lastName, formerLastName, businessName, parcelId, variants, ...rest } = fields
  const stated = { alertType, firstName, lastName, formerLastName, businessName, parcelId, variants }
  return { ...rest, criteria: toCriteria(stated) }
}

/** The reverse of `withCriteria`, for a request. */
export const flattenCriteria = <I extends { criteria: Criteria; absent?: unknown }>({
  criteria,
  absent: _absent,
  ...rest
}: I) => ({
  ...rest,
  ...criteria,
})

/**
 * What a match preview searches for: the criteria in a form, the saved alert that the form edits, and whether staff
 * fill it in.
 */
export const previewInput = criteriaShape
  .extend({ alertId: idInput, forStaff: z.boolean().default(false) })
  .transform(withCriteria)

export const criteriaInput = criteriaShape.transform(toCriteria)

const readOnly = z.unknown().optional()

/** An alert without its owner and its recipients. */
export const ownAlertShape = criteriaShape.extend({
  name: visibleText(limits.alertName),
  // The server shows P but stores A.
  statusType: z
    .enum(['A', 'I', 'P'])
    .nullish()
    .transform((status): 'A' | 'I' => (status === 'I' ? 'I' : 'A')),
  pausedUntil: short(10).nullish(),
})

export const alertShape = ownAlertShape.extend({
  id: idInput,
  userId: idInput,
  ...recipientLists,
  /**
   * For staff only: the addresses and numbers that they remove belong to another person, so we send nothing more there.
   */
  belongsToOther: z.boolean().nullish(),
  username: readOnly,
  property: readOnly,
  legalDescription: readOnly,
  criteria: readOnly,
  criteriaType: readOnly,
  deliveryMethodStatus: readOnly,
  nothingSent: readOnly,
  emailAddressDTOs: readOnly,
  phoneDTOs: readOnly,
  // The version that the caller has seen; if absent, the last save wins.
  version: z.number().optional().catch(undefined),
})

export const toAlertInput = ({ pausedUntil, ...fields }: z.output<typeof alertShape>) => ({
  ...withCriteria(fields),
  pausedUntil: pausedUntil ?? '',
  ...findAbsent({ ...fields, pausedUntil }),
})

/** An alert to save. Accepts and ignores read-only fields that its GET returns. */
export const alertInput = alertShape.transform(toAlertInput)
export type AlertInput = z.output<typeof alertInput>

/**
 * Fields that keep their value when a write to an existing alert leaves them out; null clears them. In a new alert they
 * are off or empty.
 */
export type AbsentField = 'formerLastName' | 'pausedUntil' | keyof MatchOptions

function findAbsent({
  formerLastName,
  pausedUntil,
  variants,
}: Pick<z.output<typeof alertShape>, 'formerLastName' | 'pausedUntil' | 'variants'>): { absent?: AbsentField[] } {
  // What was never decided is read as null, so null does not decide it either.
  const isAbsent = (name: MatchOptionName) =>
    variants?.[name] === undefined || (name === 'possible' && variants[name] === null)
  const absent: AbsentField[] = variants === null ? ['possible'] : matchOptionNames.filter(isAbsent)
  if (formerLastName === undefined) absent.push('formerLastName')
  if (pausedUntil === undefined) absent.push('pausedUntil')
  return absent.length > 0 ? { absent } : {}
}

/**
 * The criteria of an alert about to be saved, formatted. `except` is the id of that alert if it exists already; `name`
 * finds only an alert of that nickname.
 */
export const sameAlertInput = z.strictObject({
  alertType: alertTypeSchema,
  criteria: short(limits.businessName),
  except: z.number().int().optional(),
  name: short(limits.alertName).optional(),
})

/** A property that a form keeps, as the search returned it. */
export const formProperty = z.object({ parcelId: z.string(), address: z.string(), city: z.string(), zip: z.string() })

/** An alert in a form, with the properties that its reader found by address; a parcel ID typed by hand has none. */
export const alertFormInput = alertShape
  .extend({ properties: z.array(formProperty).max(maxFoundProperties) })
  .transform(({ properties, ...fields }) => ({ ...toAlertInput(fields), properties }))
