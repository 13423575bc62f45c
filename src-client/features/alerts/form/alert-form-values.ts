import type { TFunction } from 'i18next'
import type { z } from 'zod'
import {
  type alertInput,
  type AlertInput,
  type AlertType,
  type Criteria,
  limits,
  noVariants,
} from '#shared/contract/alert.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { type AlertRules, offeredAlertTypes } from '#shared/domain/alert/alert.ts'
import { formatCriteria, isComplete, noCriteriaTexts } from '#shared/domain/alert/alert-types.ts'

export type AlertFormInput = z.input<typeof alertInput>
export type AlertFormValues = AlertInput
type RecipientValues = NonNullable<AlertFormInput['alertEmailAddresses']>[number]

/** The name of an alert's draft, until it is saved or dropped (drafts.ts). */
export const draftName = (id: number | undefined): string => `alert ${id ?? 'new'}`

export const newRecipient = (value = ''): RecipientValues => ({ value, acknowledged: false })

/** Whether an alert shows I by choice, not because it is paused. */
export const isSwitchedOff = ({ statusType, pausedUntil }: AlertView): boolean => statusType === 'I' && !pausedUntil

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
      formerLastName: alert.formerLastName,
      businessName: alert.businessName,
      parcelId: alert.parcelId,
      variants: alert.variants,
      // P (pending) is only displayed: the stored status is A.
      statusType: isSwitchedOff(alert) ? 'I' : 'A',
      pausedUntil: alert.pausedUntil,
      alertEmailAddresses: alert.alertEmailAddresses,
      alertPhones: alert.alertPhones,
    }
  }
  return {
    name: '',
    alertType: offeredAlertTypes(rules.alertSettings)[0] ?? 'NAME',
    ...noCriteriaTexts,
    variants: noVariants,
    alertEmailAddresses: rules.alertSettings.numberOfEmails > 0 ? [newRecipient(ownEmail)] : [],
    alertPhones: [],
  }
}

const nameSuggestions: { [T in AlertType]: (text: string, t: TFunction) => string } = {
  NAME: (text) => text,
  BUSINESS: (text) => text,
  PARCEL_ID: (parcelId, t) => t('alert.parcelName', { parcelId }),
}

/** The nickname suggested by the criteria, such as 'Parcel 17-03-123-045'; '' while they are incomplete. */
export function suggestedName(criteria: Criteria, t: TFunction): string {
  if (!isComplete(criteria)) return ''
  return nameSuggestions[criteria.alertType](formatCriteria(criteria), t).slice(0, limits.alertName)
}
