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

/** Who and what one household watches; each that is filled in becomes an alert of its own. */
export const members = [
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
/** A member as it is written: the fields of its type, and how wide it looks. */
export type WrittenMember = Partial<Record<CriteriaField, string>> & { variants?: z.input<typeof variants> }
export type HouseholdValues = z.output<typeof householdSchema>

/** The members whose type of alert the county offers. */
export function offeredMembers(rules: AlertRules): Member[] {
  const types = offeredAlertTypes(rules.alertSettings)
  return members.filter(({ alertType }) => types.includes(alertType))
}

export const noMembers: HouseholdFields['members'] = {
  self: { firstName: '', lastName: '', variants: noVariants },
  spouse: { firstName: '', lastName: '', variants: noVariants },
  trust: { businessName: '', variants: noVariants },
  business: { businessName: '', variants: noVariants },
  parcel: { parcelId: '', variants: noVariants },
}

/** What the form starts with: the reader's own name and address. */
export const startingHousehold = (
  self: { firstName: string; lastName: string },
  rules: AlertRules,
  ownEmail: string,
): HouseholdFields => ({
  members: { ...noMembers, self: { ...noMembers.self, ...self } },
  alertEmailAddresses: rules.alertSettings.numberOfEmails > 0 ? [newRecipient(ownEmail)] : [],
  alertPhones: [],
})

/** What the alert of a member watches. */
export const memberCriteria = (
  { alertType }: Member,
  { variants: chosen, ...written }: WrittenMember,
): CriteriaInput => ({
  alertType,
  firstName: '',
  lastName: '',
  businessName: '',
  parcelId: '',
  variants: variants.parse(chosen),
  ...written,
})

/** What is sent: an alert for each member that is filled in, in the order of the form; all tell the same recipients. */
export function householdOf(
  { members: written, ...recipients }: HouseholdValues,
  rules: AlertRules,
  t: TFunction,
): { filled: Member[]; input: HouseholdInput } {
  const filled = offeredMembers(rules).filter(({ key, fields }) => {
    const texts: WrittenMember = written[key]
    return fields.some((field) => texts[field] !== '')
  })
  const alerts = filled.map((member) => {
    const criteria = memberCriteria(member, written[member.key])
    return { ...criteria, name: suggestedName(criteria, t) }
  })
  return { filled, input: { alerts, ...recipients } }
}

/** Problems of what is sent, put where the form shows them: 'alerts.1.lastName' is a field of the second filled member. */
export function onTheForm(problems: FieldProblems, filled: readonly Member[]): FieldProblems {
  const placed = Object.entries(problems).map(([field, problem]) => {
    const [, index = '', name = ''] = /^alerts\.(\d+)\.(\w+)/.exec(field) ?? []
    const member = index === '' ? undefined : filled[Number(index)]
    if (!member) return [field, problem]
    // What has no field of its own, such as a type that is no longer offered, is said at the member's first.
    const own = (member.fields as readonly string[]).includes(name) ? name : member.fields[0]
    return [`members.${member.key}.${own}`, problem]
  })
  return Object.fromEntries(placed) as FieldProblems
}

/** Everything that is wrong with the form, each text on its field: the server's own rules, and that somebody is named. */
export function formProblems(values: HouseholdValues, rules: AlertRules, t: TFunction): FieldProblems {
  const { filled, input } = householdOf(values, rules, t)
  const [first] = offeredMembers(rules)
  if (filled.length === 0 && first) return { [`members.${first.key}.${first.fields[0]}`]: messages.required }
  return onTheForm(householdProblems(input, rules), filled)
}
