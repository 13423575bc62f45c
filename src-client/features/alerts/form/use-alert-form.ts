import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { logWarning } from '#client/lib/log.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { alertFormInput, type Criteria, criteriaInput } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { Property } from '#shared/contract/roll.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import {
  type AlertFormInput,
  type AlertFormValues,
  initialValues,
  type NewAlertOwner,
  suggestedName,
} from './alert-form-values.ts'

type AlertForm = UseFormReturn<AlertFormInput, unknown, AlertFormValues>

type Options = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  rules: AlertRules
  owner: NewAlertOwner
  /** More validation of the values. */
  alsoAsked?: (values: AlertFormValues) => FieldProblems
}

/**
 * The rules of alerts need a library of phone numbers, a fifth of what the form loads, so they load after the form. If
 * they cannot be loaded, only the server checks.
 */
const loadAlertProblems = () =>
  import('#shared/domain/alert/alert.ts').then(
    ({ alertProblems }) => alertProblems,
    (cause: unknown) => {
      logWarning('The rules of alerts could not be loaded.', cause)
      return () => ({})
    },
  )

/** The form of an alert, with the server's own rules. */
export function useAlertForm({ alert, rules, owner, alsoAsked }: Options): AlertForm {
  // As loaded when the form opened. A later refetch may have dropped a pause that has ended.
  const [opened] = useState(alert)
  useEffect(() => void loadAlertProblems(), [])
  return useAppForm<AlertFormInput, AlertFormValues>({
    schema: alertFormInput,
    rule: async (values) => {
      const alertProblems = await loadAlertProblems()
      return { ...alertProblems(values, rules, opened), ...alsoAsked?.(values) }
    },
    defaultValues: initialValues(alert, rules, owner),
  })
}

const criteriaNames = [
  'alertType',
  'firstName',
  'lastName',
  'formerLastName',
  'businessName',
  'parcelId',
  'variants',
] as const

/** The criteria as the reader typed them, parsed by the schema; empty if it refuses them. */
export function useWrittenCriteria({ control }: Pick<AlertForm, 'control'>): Criteria {
  const [alertType, firstName, lastName, formerLastName, businessName, parcelId, variants] = useWatch({
    control,
    name: criteriaNames,
  })
  const written = { alertType, firstName, lastName, formerLastName, businessName, parcelId, variants }
  return criteriaInput.catch(() => criteriaInput.parse({ alertType })).parse(written)
}

/** The properties that the reader found by address. */
export const useFoundProperties = ({ control }: Pick<AlertForm, 'control'>): readonly Property[] =>
  useWatch({ control, name: 'properties' })

/** Suggests a nickname for a new alert until the reader types one. */
export function useSuggestedName(
  form: AlertForm,
  criteria: Criteria,
  existing: boolean,
  found: { properties: readonly Property[]; taken: readonly string[] },
): void {
  const { t } = useTranslation()
  const suggestion = suggestedName(criteria, t, found)
  const suggests = !existing && !form.formState.dirtyFields.name
  useEffect(() => {
    if (suggests) form.resetField('name', { defaultValue: suggestion })
  }, [suggests, suggestion, form])
}
