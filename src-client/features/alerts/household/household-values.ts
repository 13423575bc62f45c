import type { TFunction } from 'i18next'
import { z } from 'zod'
import {
  alertInput,
  type AlertType,
  type CriteriaInput,
  criteriaInput,
  type HouseholdInput,
  limits,
  noVariants,
} from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type AlertRules, offeredAlertTypes } from '#shared/domain/alert/alert.ts'
import { householdProblems } from '#shared/domain/alert/household.ts'
import { newRecipient, suggestedName } from '../form/alert-form-values.ts'

/** The people and things that a household watches. Each one filled in becomes its own alert. */
const members = [
  { key: 'self', alertType: 'NAME', fields: ['firstName', 'lastName'] },
  { key: 'spouse', alertType: 'NAME', fields: ['firstName', 'lastName'] },
  { key: 'trust', alertType: 'BUSINESS', fields: ['businessName'] },
  { key: 'business', alertType: 'BUSINESS', fields: ['businessName'] },
  { key: 'parcel', alertType: 'PARCEL_ID', fields: ['parcelId'] },
] as const satisfies { key: string; alertType: AlertType; fields: CriteriaField[] }[]
export type Member = (typeof members)[number]
type CriteriaField = 'firstName' | 'lastName' | 'businessName' | 'parcelId'

const line = (max: number) => z.string().trim().max(max)
const { variants } = criteriaInput.shape
const person = z.object({ firstName: line(limits.firstName), lastName: line(limits.lastName), variants })
const business = z.object({ businessName: line(limits.businessName), variants })

export const householdSchema = z.object({
  members: z.object({
    self: person,
    spouse: person,
    trust: business,
    business,
    parcel: z.object({ parcelId: line(limits.parcelId), variants }),
  }),
  alertEmailAddresses: alertInput.shape.alertEmailAddresses,
  alertPhones: alertInput.shape.alertPhones,
})
export type HouseholdFields = z.input<typeof householdSchema>
/** The input for a member: the fields of its type, and the match options. */
export type MemberInput = Partial<Record<CriteriaField, string>> & { variants?: z.input<typeof variants> }
export type HouseholdValues = z.output<typeof householdSchema>

/** The members whose alert type the county offers. */
export function offeredMembers(rules: AlertRules): Member[] {
  const types = offeredAlertTypes(rules.alertSettings)
  return members.filter(({ alertType }) => types.includes(alertType))
}

const noMembers: HouseholdFields['members'] = {
  self: { firstName: '', lastName: '', variants: noVariants },
  spouse: { firstName: '', lastName: '', variants: noVariants },
  trust: { businessName: '', variants: noVariants },
  business: { businessName: '', variants: noVariants },
  parcel: { parcelId: '', variants: noVariants },
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
export const memberCriteria = (
  { alertType }: Member,
  { variants: chosen, ...written }: MemberInput,
): CriteriaInput => ({
  alertType,
  firstName: '',
  lastName: '',
  businessName: '',
  parcelId: '',
  variants: variants.parse(chosen),
  ...written,
})

/**
 * The API input: an alert for each member that is filled in, in the order of the form, all with the same recipients.
 */
export function toHousehold(
  { members: written, ...recipients }: HouseholdValues,
  rules: AlertRules,
  t: TFunction,
): { filled: Member[]; input: HouseholdInput } {
  const filled = offeredMembers(rules).filter(({ key, fields }) => {
    const texts: MemberInput = written[key]
    return fields.some((field) => texts[field] !== '')
  })
  const alerts = filled.map((member) => {
    const criteria = memberCriteria(member, written[member.key])
    return { ...criteria, name: suggestedName(criteria, t) }
  })
  return { filled, input: { alerts, ...recipients } }
}

/** Moves errors of the API input to the form's fields: 'alerts.1.lastName' is a field of the second filled member. */
export function toFormProblems(problems: FieldProblems, filled: readonly Member[]): FieldProblems {
  const placed = Object.entries(problems).map(([field, problem]) => {
    const [, index = '', name = ''] = /^alerts\.(\d+)\.(\w+)/.exec(field) ?? []
    const member = index === '' ? undefined : filled[Number(index)]
    if (!member) return [field, problem]
    // An error without its own field, such as of a type no longer offered, shows at the member's first field.
    const own = (member.fields as readonly string[]).includes(name) ? name : member.fields[0]
    return [`members.${member.key}.${own}`, problem]
  })
  return Object.fromEntries(placed) as FieldProblems
}

/** All errors of the form, each at its field: the server's own rules, and that at least one member is filled in. */
export function formProblems(values: HouseholdValues, rules: AlertRules, t: TFunction): FieldProblems {
  const { filled, input } = toHousehold(values, rules, t)
  const [first] = offeredMembers(rules)
  if (filled.length === 0 && first) return { [`members.${first.key}.${first.fields[0]}`]: messages.required }
  return toFormProblems(householdProblems(input, rules), filled)
}
