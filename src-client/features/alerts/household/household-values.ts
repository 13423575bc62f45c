import type { TFunction } from 'i18next'
import { z } from 'zod'
import {
  type AlertType,
  type Criteria,
  type CriteriaField,
  criteriaFields,
  formProperty,
  limits,
  newMatchOptions,
  type OptionalCriteriaField,
  parseCriteria,
  recipientLists,
  matchOptionsInput,
} from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { maxFoundProperties, type Property } from '#shared/contract/roll.ts'
import type { HouseholdInput } from '#shared/contract/several-alerts.ts'
import { offeredAlertTypes } from '#shared/domain/alert/alert-types.ts'
import { noCriteriaTexts } from '#shared/domain/alert/alert-types.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { householdProblems } from '#shared/domain/alert/household.ts'
import { newRecipient, suggestedName } from '../form/alert-form-values.ts'

/** The people and things that a household watches. Each one filled in becomes its own alert. */
const members = [
  { key: 'self', alertType: 'NAME' },
  { key: 'spouse', alertType: 'NAME' },
  { key: 'trust', alertType: 'BUSINESS' },
  { key: 'business', alertType: 'BUSINESS' },
  { key: 'parcel', alertType: 'PARCEL_ID' },
] as const satisfies { key: string; alertType: AlertType }[]
export type Member = (typeof members)[number]

const line = (max: number) => z.string().trim().max(max)
const variants = matchOptionsInput
const person = z.object({
  firstName: line(limits.firstName),
  lastName: line(limits.lastName),
  formerLastName: line(limits.formerLastName),
  variants,
})
const business = z.object({ businessName: line(limits.businessName), variants })

export const householdSchema = z.object({
  members: z.object({
    self: person,
    spouse: person,
    trust: business,
    business,
    parcel: z.object({
      parcelId: line(limits.parcelId),
      properties: z.array(formProperty).max(maxFoundProperties),
      variants,
    }),
  }),
  ...recipientLists,
})
export type HouseholdFields = z.input<typeof householdSchema>
/** The input for a member: the fields of its type, and the match options. */
export type MemberInput = Partial<Record<CriteriaField | OptionalCriteriaField, string>> & {
  variants?: z.input<typeof variants>
  /** The parcels of an address, each for an alert of its own. */
  properties?: readonly Property[]
}
export type HouseholdValues = z.output<typeof householdSchema>

/** The members whose alert type the county offers. */
export function offeredMembers(rules: AlertRules): Member[] {
  const types = offeredAlertTypes(rules.alertSettings)
  return members.filter(({ alertType }) => types.includes(alertType))
}

const noMembers: HouseholdFields['members'] = {
  self: { firstName: '', lastName: '', formerLastName: '', variants: newMatchOptions },
  spouse: { firstName: '', lastName: '', formerLastName: '', variants: newMatchOptions },
  trust: { businessName: '', variants: newMatchOptions },
  business: { businessName: '', variants: newMatchOptions },
  parcel: { parcelId: '', properties: [], variants: newMatchOptions },
}

/** The initial values: the reader's own name and address. */
export const initialHousehold = (
  self: { firstName: string; lastName: string },
  rules: AlertRules,
  ownEmail: string,
): HouseholdFields => ({
  members: { ...noMembers, self: { ...noMembers.self, ...self } },
  alertEmailAddresses: rules.alertSettings.numberOfEmails > 0 ? [newRecipient(ownEmail)] : [],
  alertPhones: [],
})

/** The criteria of a member's alert. */
export function memberCriteria(
  { alertType }: Member,
  { variants: chosen, properties: _properties, ...written }: MemberInput,
): Criteria {
  const texts = Object.fromEntries(Object.entries(written).map(([field, text]) => [field, text.trim()]))
  return parseCriteria({ alertType, ...noCriteriaTexts, ...texts, variants: matchOptionsInput.parse(chosen) })
}

/**
 * The API input: an alert for each member that is filled in, in the order of the form, all with the same recipients.
 * @param taken the names of the owner's alerts
 */
export function toHousehold(
  { members: written, ...recipients }: HouseholdValues,
  rules: AlertRules,
  t: TFunction,
  taken: readonly string[] = [],
): { filled: Member[]; input: HouseholdInput } {
  const filled = offeredMembers(rules)
    .filter(({ key, alertType }) => {
      const texts: MemberInput = written[key]
      return criteriaFields[alertType].some((field) => texts[field] !== '')
    })
    .flatMap((member) => toFields(written[member.key]).map((fields) => ({ member, fields })))
  const alerts: HouseholdInput['alerts'] = []
  for (const { member, fields } of filled) {
    const criteria = memberCriteria(member, fields)
    const found = { properties: fields.properties ?? [], taken: [...taken, ...alerts.map(({ name }) => name)] }
    alerts.push({ name: suggestedName(criteria, t, found), criteria })
  }
  return { filled: filled.map(({ member }) => member), input: { alerts, ...recipients } }
}

/** A member's fields; for several parcels of an address, those of each parcel in turn. */
function toFields(fields: MemberInput): MemberInput[] {
  const { properties = [] } = fields
  return properties.length > 1 ? properties.map(({ parcelId }) => ({ ...fields, parcelId })) : [fields]
}

/** Moves errors of the API input to the form's fields: 'alerts.1.lastName' is a field of the second filled member. */
export function toFormProblems(problems: FieldProblems, filled: readonly Member[]): FieldProblems {
  const placed = Object.entries(problems).map(([field, problem]) => {
    const [, index = '', name = ''] = /^alerts\.(\d+)\.(\w+)/.exec(field) ?? []
    const member = index === '' ? undefined : filled[Number(index)]
    if (!member) return [field, problem]
    // An error without its own field, such as of a type no longer offered, shows at the member's first field.
    const fields: readonly string[] = criteriaFields[member.alertType]
    const own = fields.includes(name) ? name : fields[0]
    return [`members.${member.key}.${own}`, problem]
  })
  return Object.fromEntries(placed) as FieldProblems
}

/** All errors of the form, each at its field: the server's own rules, and that at least one member is filled in. */
export function formProblems(values: HouseholdValues, rules: AlertRules, t: TFunction): FieldProblems {
  const { filled, input } = toHousehold(values, rules, t)
  const [first] = offeredMembers(rules)
  if (filled.length === 0 && first)
    return { [`members.${first.key}.${criteriaFields[first.alertType][0]}`]: messages.required }
  return toFormProblems(householdProblems(input, rules), filled)
}
