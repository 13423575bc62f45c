import { useEffect } from 'react'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import type { StartContent } from '#client/lib/api/start-content.ts'
import { offeredAlertTypes } from '#shared/domain/alert/alert-types.ts'
import { parseMask } from '#shared/matching/parcels/parcel.ts'
import {
  emptyRegistration,
  type RegistrationInput,
  registrationProblems,
  registrationSchema,
  type RegistrationValues,
  type WatchRules,
} from './registration-values.ts'

/** The name of the registration's draft (drafts.ts). */
export const registerDraft = 'register'

export type County = Pick<StartContent, 'stateCode' | 'parcelMask' | 'alertSettings' | 'hasRoll'> | undefined

/** What the county asks of the second step; nothing is offered until it is known, or if alerts reach no email. */
export function toWatchRules(start: County): WatchRules {
  if (!start || start.alertSettings.numberOfEmails === 0)
    return { offered: [], mask: null, consent: false, findsProperty: false }
  const offered = offeredAlertTypes(start.alertSettings)
  return {
    offered,
    findsProperty: start.hasRoll && offered.includes('PARCEL_ID'),
    mask: parseMask(start.parcelMask),
    consent: start.alertSettings.emailAcknowledgement,
  }
}

/** The registration form, validated by the server's own rules. The county's state is filled in once it is known. */
export function useRegisterForm(start: County) {
  const rules = toWatchRules(start)
  const form = useAppForm<RegistrationInput, RegistrationValues>({
    schema: registrationSchema,
    rule: (values) => registrationProblems(values, rules),
    defaultValues: emptyRegistration,
  })
  const state = start?.stateCode
  const watchesName = rules.offered.includes('NAME')
  useEffect(() => {
    // What was typed before they were known stays.
    if (state !== undefined)
      form.reset({ ...emptyRegistration, state, watchesName }, { keepDirtyValues: true, keepTouched: true })
  }, [form, state, watchesName])
  return { form, rules }
}
export type RegisterFormState = ReturnType<typeof useRegisterForm>['form']
