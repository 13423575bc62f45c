import type { AlertInput, AlertType, Channel, Criteria } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import type { PageSettings } from '#shared/settings/groups.ts'
import { dayFromWire } from '../dates.ts'
import { parsePhone } from '../phone.ts'
import { emailProblem, toTargetKey } from '../recipient/correction.ts'
import { criteriaTexts, offeredAlertTypes, optionalTexts, typeProblems } from './alert-types.ts'
import { maxPhones, missingRecipientMessage } from './max-recipients.ts'

export type AlertRules = {
  alertSettings: PageSettings<'alertSettings'>
  mask: ParcelMask
  /**
   * False if no record could ever match these criteria. The server supplies it on every save; the form does without it,
   * since it would have to load every table of name matching.
   */
  isMatchable?: (criteria: Criteria) => boolean
  otherCountries: boolean
  /** False if the service sends no texts: phones are hidden and refused. */
  texts: boolean
  /** The county's date, 'YYYY-MM-DD'. */
  today: string
}

const onEach = (found: [field: string, text: string][], problem: string): FieldProblems =>
  Object.fromEntries(found.map(([field]) => [field, problem]))

/** The problems with an alert's criteria; a match preview needs no other check. */
export function criteriaProblems(
  criteria: Criteria,
  { mask, isMatchable }: Pick<AlertRules, 'mask' | 'isMatchable'>,
): FieldProblems {
  const texts = Object.entries(criteriaTexts(criteria))
  const missing = texts.filter(([, text]) => text === '')
  if (missing.length > 0) return onEach(missing, messages.required)
  const ofItsType = typeProblems(criteria, mask)
  if (Object.keys(ofItsType).length > 0) return ofItsType
  const written = [...texts, ...Object.entries(optionalTexts(criteria))]
  const unreadable = written.filter(([, text]) => !/[\p{L}\p{N}]/u.test(text))
  if (unreadable.length > 0) return onEach(unreadable, 'Use at least one letter or number.')
  return isMatchable && !isMatchable(criteria)
    ? onEach(texts.slice(0, 1), 'We cannot match this to any record. Please write it another way.')
    : {}
}

type Recipients = readonly { value: string }[]

function emailProblems(
  list: AlertInput['alertEmailAddresses'],
  rules: AlertRules,
  existing: Recipients,
): FieldProblems {
  const seen = new Set<string>()
  const problems: FieldProblems = {}
  list.forEach(({ value, acknowledged }, index) => {
    if (value === '') return
    const at = `alertEmailAddresses.${index}`
    const problem = emailProblem(value)
    if (problem) problems[`${at}.value`] = problem
    else if (seen.has(value.toLowerCase())) problems[`${at}.value`] = messages.duplicateEmail
    seen.add(value.toLowerCase())
    if (rules.alertSettings.emailAcknowledgement && !acknowledged) problems[`${at}.acknowledged`] = messages.acknowledge
  })
  const max = rules.alertSettings.numberOfEmails
  if (isOverLimit('EMAIL', list, existing, max)) problems.alertEmailAddresses = limitMessage(max)
  return problems
}

function phoneProblems(list: AlertInput['alertPhones'], rules: AlertRules, existing: Recipients): FieldProblems {
  const seen = new Set<string>()
  const problems: FieldProblems = {}
  list.forEach(({ value, acknowledged }, index) => {
    if (value === '') return
    const at = `alertPhones.${index}`
    const read = parsePhone(value, rules.otherCountries)
    if ('problem' in read) problems[`${at}.value`] = read.problem
    else {
      if (seen.has(read.number)) problems[`${at}.value`] = messages.duplicatePhone
      seen.add(read.number)
    }
    if (rules.alertSettings.phoneAcknowledgement && !acknowledged) problems[`${at}.acknowledged`] = messages.acknowledge
  })
  const max = maxPhones(rules)
  if (isOverLimit('PHONE', list, existing, max)) problems.alertPhones = limitMessage(max)
  return problems
}

/** Recipients that the alert already has may stay above a lowered limit; no recipient may be added. */
function isOverLimit(channel: Channel, list: Recipients, existing: Recipients, max: number): boolean {
  if (countFilled(list) <= max) return false
  const known = new Set(existing.map(({ value }) => toTargetKey(channel, value)))
  return list.some(({ value }) => value !== '' && !known.has(toTargetKey(channel, value)))
}

const countFilled = (list: Recipients): number => list.filter(({ value }) => value !== '').length
const limitMessage = (n: number): string => (n === 0 ? 'Not available here.' : `Up to ${n}.`)

/** The facts about an edited alert that the rules need. */
export type EditedAlert = {
  alertType: AlertType
  pausedUntil: string
  /** The alert's saved recipients. */
  alertEmailAddresses?: Recipients
  alertPhones?: Recipients
}

/**
 * Every problem with an alert as entered, by field. The form calls it before sending, the use case before saving.
 * @param existing the alert being edited: its type cannot change and remains valid when no longer offered; a pause that
 * has ended may stay, and so may recipients above a lowered limit
 */
export function alertProblems(input: AlertInput, rules: AlertRules, existing?: EditedAlert): FieldProblems {
  const problems: FieldProblems = {
    ...(input.name === '' ? { name: messages.required } : {}),
    ...criteriaProblems(input.criteria, rules),
    ...emailProblems(input.alertEmailAddresses, rules, existing?.alertEmailAddresses ?? []),
    ...phoneProblems(input.alertPhones, rules, existing?.alertPhones ?? []),
  }
  if (
    existing
      ? existing.alertType !== input.criteria.alertType
      : !offeredAlertTypes(rules.alertSettings).includes(input.criteria.alertType)
  )
    problems.alertType = existing ? 'The type of an alert cannot change.' : 'This type of alert is not available.'
  if (countFilled(input.alertEmailAddresses) + countFilled(input.alertPhones) === 0)
    problems.recipients = missingRecipientMessage(rules)
  const pause = input.pausedUntil === existing?.pausedUntil ? undefined : pauseProblem(input.pausedUntil, rules.today)
  return pause === undefined ? problems : { ...problems, pausedUntil: pause }
}

/**
 * The problem with the day until which an alert is paused: it must be after today, or ''.
 * @param pausedUntil MM/DD/YYYY
 * @param today the county's date, 'YYYY-MM-DD'
 */
export function pauseProblem(pausedUntil: string, today: string): string | undefined {
  if (pausedUntil === '') return undefined
  const day = dayFromWire(pausedUntil)
  if (day === null) return messages.dateForm
  return day > today ? undefined : messages.pauseDay
}

export function deliveryMethodStatus(verified: number, all: number): 'VERIFIED' | 'PARTIAL' | 'UNVERIFIED' {
  if (verified === 0) return 'UNVERIFIED'
  return verified === all ? 'VERIFIED' : 'PARTIAL'
}
