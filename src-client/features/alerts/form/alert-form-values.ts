import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { AlertView } from '#shared/contract/alert-view.ts'
import {
  type alertFormInput,
  type AlertInput,
  type AlertType,
  type Criteria,
  limits,
  newMatchOptions,
} from '#shared/contract/alert.ts'
import type { Property } from '#shared/contract/roll.ts'
import { nameAlerts } from '#shared/domain/alert/alert-names.ts'
import { formatCriteria, isComplete, noCriteriaTexts, offeredAlertTypes } from '#shared/domain/alert/alert-types.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'

export type AlertFormInput = z.input<typeof alertFormInput>
export type AlertFormValues = z.output<typeof alertFormInput>
type RecipientValues = NonNullable<AlertFormInput['alertEmailAddresses']>[number]

/** The name of an alert's draft, until it is saved or dropped (drafts.ts). */
export const draftName = (id: number | undefined): string => `alert ${id ?? 'new'}`

export const newRecipient = (value = ''): RecipientValues => ({ value, acknowledged: false })

/** Whether an alert shows I by choice, not because it is paused. */
export const isSwitchedOff = ({ statusType, pausedUntil }: AlertView): boolean => statusType === 'I' && !pausedUntil

/** Whom a new alert is for, as far as it is known before the form is filled in. */
export type NewAlertOwner = {
  /** Only staff choose the user; residents create alerts of their own. */
  userId?: number
  /** The prefilled recipient; '' for none. */
  email: string
}

/** The initial values: the saved alert, or a new one that notifies its owner's own address. */
export function initialValues(
  alert: AlertView | undefined,
  rules: AlertRules,
  { userId, email }: NewAlertOwner,
): AlertFormInput {
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
      properties: alert.property ? [{ parcelId: alert.parcelId, address: alert.property, city: '', zip: '' }] : [],
      variants: alert.variants,
      // P (pending) is only displayed: the stored status is A.
      statusType: isSwitchedOff(alert) ? 'I' : 'A',
      pausedUntil: alert.pausedUntil,
      alertEmailAddresses: alert.alertEmailAddresses,
      alertPhones: alert.alertPhones,
    }
  }
  return {
    ...(userId !== undefined && { userId }),
    name: '',
    alertType: offeredAlertTypes(rules.alertSettings)[0] ?? 'NAME',
    ...noCriteriaTexts,
    properties: [],
    variants: newMatchOptions,
    alertEmailAddresses: rules.alertSettings.numberOfEmails > 0 ? [newRecipient(email)] : [],
    alertPhones: [],
  }
}

/** A new alert in a request: its owner is sent next to the list. */
export const toNewAlert = <A extends { id?: unknown; userId?: unknown; version?: unknown }>({
  id: _id,
  userId: _userId,
  version: _version,
  ...alert
}: A) => alert

const nameSuggestions: { [T in AlertType]: (text: string, t: TFunction) => string } = {
  NAME: (text) => text,
  BUSINESS: (text) => text,
  PARCEL_ID: (parcelId, t) => t('alert.parcelName', { parcelId }),
}

/** The property that the criteria watch, if it was found by its address. */
export const findChosenProperty = (criteria: Criteria, properties: readonly Property[]): Property | undefined =>
  criteria.alertType === 'PARCEL_ID' ? properties.find(({ parcelId }) => parcelId === criteria.parcelId) : undefined

/**
 * The nickname suggested by the criteria, such as 'Parcel 17-03-123-045'; '' while they are incomplete. A property that
 * was found by its address is named '12 Elm Street', with a number if the owner has an alert of that name.
 */
export function suggestedName(
  criteria: Criteria,
  t: TFunction,
  { properties = [], taken = [] }: { properties?: readonly Property[]; taken?: readonly string[] } = {},
): string {
  if (!isComplete(criteria)) return ''
  const property = findChosenProperty(criteria, properties)
  if (property) return nameAlerts(titleCaseAddress(property.address), 1, taken)[0] ?? ''
  return nameSuggestions[criteria.alertType](formatCriteria(criteria), t).slice(0, limits.alertName)
}

/** The alerts that the form makes: one, or one for each of several parcels at an address, which share all but the name. */
export function toAlertInputs(
  { properties, ...alert }: AlertFormValues,
  taken: readonly string[],
): [AlertInput, ...AlertInput[]] {
  const { criteria } = alert
  const [, ...others] = properties
  if (criteria.alertType !== 'PARCEL_ID' || others.length === 0) return [alert]
  const names = nameAlerts(alert.name, others.length, [...taken, alert.name])
  return [
    alert,
    ...others.map(({ parcelId }, index) => ({
      ...alert,
      name: names[index] ?? alert.name,
      criteria: { ...criteria, parcelId },
    })),
  ]
}
