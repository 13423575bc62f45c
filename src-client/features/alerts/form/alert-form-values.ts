import type { TFunction } from 'i18next'
import type { z } from 'zod'
import {
  type alertInput,
  type AlertInput,
  type AlertView,
  type CriteriaInput,
  limits,
  noVariants,
} from '#shared/contract/alert.ts'
import { type AlertRules, formatCriteria, offeredAlertTypes, toCriteria } from '#shared/domain/alert/alert.ts'

export type AlertFormInput = z.input<typeof alertInput>
export type AlertFormValues = AlertInput
export type RecipientValues = NonNullable<AlertFormInput['alertEmailAddresses']>[number]

/** The name of an alert's draft, until it is saved or dropped (drafts.ts). */
export const draftName = (id: number | undefined): string => `alert ${id ?? 'new'}`

export const newRecipient = (value = ''): RecipientValues => ({ value, acknowledged: false })

/** The initial values: the saved alert, or a new one that notifies the reader's own address. */
export function initialValues(alert: AlertView | undefined, rules: AlertRules, ownEmail: string): AlertFormInput {
  if (alert) {
    return {
      id: alert.id,
      userId: alert.userId,
      name: alert.name,
      alertType: alert.alertType,
      firstName: alert.firstName,
      lastName: alert.lastName,
      businessName: alert.businessName,
      parcelId: alert.parcelId,
      variants: alert.variants,
      // P (paused) is a display status: the stored status is A.
      statusType: alert.statusType === 'I' && !alert.pausedUntil ? 'I' : 'A',
      pausedUntil: alert.pausedUntil,
      alertEmailAddresses: alert.alertEmailAddresses,
      alertPhones: alert.alertPhones,
    }
  }
  return {
    name: '',
    alertType: offeredAlertTypes(rules.alertSettings)[0] ?? 'NAME',
    firstName: '',
    lastName: '',
    businessName: '',
    parcelId: '',
    variants: noVariants,
    alertEmailAddresses: rules.alertSettings.numberOfEmails > 0 ? [newRecipient(ownEmail)] : [],
    alertPhones: [],
  }
}

/** The nickname suggested by the criteria, such as 'Parcel 17-03-123-045'; '' while they are incomplete. */
export function suggestedName(values: CriteriaInput, t: TFunction): string {
  const criteria = toCriteria(values)
  if (criteria.alertType === 'PARCEL_ID')
    return criteria.parcelId && t('alert.parcelName', { parcelId: criteria.parcelId }).slice(0, limits.alertName)
  const complete = criteria.alertType !== 'NAME' || (criteria.firstName !== '' && criteria.lastName !== '')
  return complete ? formatCriteria(criteria).trim().slice(0, limits.alertName) : ''
}
