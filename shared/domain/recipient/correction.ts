import { z } from 'zod'
import { type Channel, limits, tooLong } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { SettingsValues } from '#shared/settings/groups.ts'
import { parsePhone } from '../phone.ts'

const emailSchema = z.email()

/** The problem with an email address as entered; undefined if there is none. */
export function emailProblem(value: string): string | undefined {
  if (value.length > limits.email) return tooLong(limits.email)
  return emailSchema.safeParse(value).success ? undefined : messages.emailShape
}

export type CorrectionRules = {
  alertSettings: Pick<SettingsValues<'alertSettings'>, 'emailAcknowledgement' | 'phoneAcknowledgement'>
  otherCountries: boolean
}
/** The right address or number of a recipient, as entered. */
export type Correction = { value: string; acknowledged: boolean }

/** Whether the county requires a checkbox for each recipient of this channel: the owner's consent to its messages. */
export const needsAcknowledgment = (
  channel: Channel,
  { alertSettings }: Pick<CorrectionRules, 'alertSettings'>,
): boolean => ({ EMAIL: alertSettings.emailAcknowledgement, PHONE: alertSettings.phoneAcknowledgement })[channel]

/** The common form of all spellings of one address or number, as the database keys them. */
export function toTargetKey(channel: Channel, value: string): string {
  if (channel === 'EMAIL') return value.toLowerCase()
  const read = parsePhone(value, true)
  return 'problem' in read ? value : read.number
}

/**
 * Every problem with a corrected recipient, by field. The form calls it before sending, the use case before saving.
 * @param current the recipient before the correction
 */
export function correctionProblems(
  channel: Channel,
  { value, acknowledged }: Correction,
  current: string,
  rules: CorrectionRules,
): FieldProblems {
  const problems: FieldProblems = {}
  const problem = valueProblem(channel, value, rules)
  if (problem) problems.value = problem
  else if (toTargetKey(channel, value) === toTargetKey(channel, current))
    problems.value = { EMAIL: 'Enter a different email address.', PHONE: 'Enter a different phone number.' }[channel]
  if (needsAcknowledgment(channel, rules) && !acknowledged) problems.acknowledged = messages.acknowledge
  return problems
}

function valueProblem(channel: Channel, value: string, { otherCountries }: CorrectionRules): string | undefined {
  if (value === '') return messages.required
  if (channel === 'EMAIL') return emailProblem(value)
  const read = parsePhone(value, otherCountries)
  return 'problem' in read ? read.problem : undefined
}
