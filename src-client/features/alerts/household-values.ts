import { z } from 'zod'
import { alertInput, type AlertType, limits } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type AlertRules, offeredTypes } from '#shared/rules/alert.ts'
import {
  alertFormSchema,
  type AlertFormValues,
  formProblems,
  newRecipient,
  suggestedName,
} from '#client/components/alert-form/alert-form-values.ts'

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
const person = z.object({ firstName: line(limits.firstName), lastName: line(limits.lastName) })
const business = z.object({ businessName: line(limits.businessName) })

export const householdSchema = z.object({
  members: z.object({
    self: person,
    spouse: person,
    trust: business,
    business,
    parcel: z.object({ parcelId: line(limits.parcelId) }),
  }),
  alertEmailAddresses: alertInput.shape.alertEmailAddresses,
  alertPhones: alertInput.shape.alertPhones,
})
export type HouseholdInput = z.input<typeof householdSchema>
export type HouseholdValues = z.output<typeof householdSchema>

/** The members whose type of alert the county offers. */
export function offeredMembers(rules: AlertRules): Member[] {
  const types = offeredTypes(rules.alertSettings)
  return members.filter(({ alertType }) => types.includes(alertType))
}

export const noMembers: HouseholdInput['members'] = {
  self: { firstName: '', lastName: '' },
  spouse: { firstName: '', lastName: '' },
  trust: { businessName: '' },
  business: { businessName: '' },
  parcel: { parcelId: '' },
}

/** What the form starts with: the reader's own name and address. */
export const startingHousehold = (
  self: HouseholdInput['members']['self'],
  rules: AlertRules,
  ownEmail: string,
): HouseholdInput => ({
  members: { ...noMembers, self },
  alertEmailAddresses: rules.alertSettings.numberOfEmails > 0 ? [newRecipient(ownEmail)] : [],
  alertPhones: [],
})

/** The alert of each member that is filled in, in the order of the form; all tell the same recipients. */
export function alertsOf(values: HouseholdValues, rules: AlertRules): { member: Member; alert: AlertFormValues }[] {
  return offeredMembers(rules)
    .filter((member) => Object.values(values.members[member.key]).some((text) => text !== ''))
    .map((member) => {
      const alert = alertFormSchema.parse({
        alertType: member.alertType,
        ...values.members[member.key],
        alertEmailAddresses: values.alertEmailAddresses,
        alertPhones: values.alertPhones,
        name: '',
      })
      return { member, alert: { ...alert, name: suggestedName(alert) } }
    })
}

/** Everything that is wrong with the form, each text on its field: the rules of single alerts, and one for all. */
export function householdProblems(values: HouseholdValues, rules: AlertRules): FieldProblems {
  const alerts = alertsOf(values, rules)
  const problems: FieldProblems = {}
  for (const { member, alert } of alerts)
    for (const [field, problem] of Object.entries(formProblems(alert, rules))) {
      const own = (member.fields as readonly string[]).includes(field)
      // The name follows from what is watched, which says by itself when it lacks something.
      if (field !== 'name') problems[own ? `members.${member.key}.${field}` : field] = problem
    }
  const [first] = offeredMembers(rules)
  if (alerts.length === 0 && first) problems[`members.${first.key}.${first.fields[0]}`] = messages.required
  return problems
}
