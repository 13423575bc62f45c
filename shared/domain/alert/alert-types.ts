import {
  type AlertType,
  alertTypeNames,
  type Criteria,
  criteriaFields,
  type CriteriaField,
  type OptionalCriteriaField,
  type MatchOptions,
} from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { type ParcelMask, parcelProblem } from '#shared/matching/parcels/parcel.ts'
import type { SettingsValues } from '#shared/settings/groups.ts'

/** The columns of an alert's texts; '' in those of other types. */
export const textColumnNames = ['first_name', 'last_name', 'former_last_name', 'business_name', 'parcel_id'] as const
export type TextColumns = Record<(typeof textColumnNames)[number], string>

type AlertTypeRow<T extends AlertType> = {
  /** Whether the county offers the type. */
  setting: keyof Pick<SettingsValues<'alertSettings'>, 'nameAlert' | 'businessAlert' | 'parcelIdAlert'>
  toColumns: (criteria: Criteria<T>) => Partial<TextColumns>
  /** The criteria as residents read them. */
  format: (criteria: Criteria<T>) => string
  /** Problems that only this type has, for criteria that have all of their texts. */
  problems: (criteria: Criteria<T>, mask: ParcelMask) => FieldProblems
  /** The match options that the form offers. */
  variants: readonly (keyof MatchOptions)[]
}

const noProblems = (): FieldProblems => ({})

/**
 * What differs among the types of alerts. The texts of each and their limits are in shared/contract/alert.ts; how each
 * matches is in shared/matching/rule/rules.ts.
 */
export const alertTypeTable: { [T in AlertType]: AlertTypeRow<T> } = {
  NAME: {
    setting: 'nameAlert',
    toColumns: ({ firstName, lastName, formerLastName }) => ({
      first_name: firstName,
      last_name: lastName,
      former_last_name: formerLastName,
    }),
    format: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    problems: noProblems,
    variants: ['nicknames', 'soundAlikes', 'typingSlips', 'formerName', 'notByInitial', 'possible'],
  },
  BUSINESS: {
    setting: 'businessAlert',
    toColumns: ({ businessName }) => ({ business_name: businessName }),
    format: ({ businessName }) => businessName,
    problems: noProblems,
    variants: ['allWords', 'possible'],
  },
  PARCEL_ID: {
    setting: 'parcelIdAlert',
    toColumns: ({ parcelId }) => ({ parcel_id: parcelId }),
    format: ({ parcelId }) => parcelId,
    problems: ({ parcelId }, mask): FieldProblems => {
      const problem = parcelProblem(parcelId, mask)
      return problem === null ? {} : { parcelId: problem }
    },
    variants: [],
  },
}

type OfferSettings = Pick<SettingsValues<'alertSettings'>, AlertTypeRow<AlertType>['setting']>

/** The alert types that the county offers, in the order of their defaults: person, business, parcel. */
export const offeredAlertTypes = (settings: OfferSettings): AlertType[] =>
  alertTypeNames.filter((type) => settings[alertTypeTable[type].setting])

/** The criteria as residents read them: 'Jane Q. Smith', '17-03-123-045'. */
export const formatCriteria = <T extends AlertType>(criteria: Criteria<T>): string =>
  alertTypeTable[criteria.alertType].format(criteria)

export const typeProblems = <T extends AlertType>(criteria: Criteria<T>, mask: ParcelMask): FieldProblems =>
  alertTypeTable[criteria.alertType].problems(criteria, mask)

const noTexts: TextColumns = { first_name: '', last_name: '', former_last_name: '', business_name: '', parcel_id: '' }

export const textColumns = <T extends AlertType>(criteria: Criteria<T>): TextColumns => ({
  ...noTexts,
  ...alertTypeTable[criteria.alertType].toColumns(criteria),
})

/** The texts of all types, still empty. */
export const noCriteriaTexts: Record<CriteriaField | OptionalCriteriaField, string> = {
  firstName: '',
  lastName: '',
  formerLastName: '',
  businessName: '',
  parcelId: '',
}

/** The texts that the criteria require, by field, in the order of the form. */
export function criteriaTexts(criteria: Criteria): Partial<Record<CriteriaField, string>> {
  const { alertType, variants: _variants, ...texts } = criteria
  const fields: readonly string[] = criteriaFields[alertType]
  return Object.fromEntries(Object.entries(texts).filter(([field]) => fields.includes(field)))
}

export const hasFormerLastName = (criteria: Criteria): criteria is Extract<Criteria, { alertType: 'NAME' }> =>
  criteria.alertType === 'NAME' && criteria.formerLastName !== ''

/** The optional texts of the criteria, by field, if they are not empty. */
export const optionalTexts = (criteria: Criteria): Partial<Record<OptionalCriteriaField, string>> =>
  hasFormerLastName(criteria) ? { formerLastName: criteria.formerLastName } : {}

/** Whether the criteria have all of their texts, so that a preview can run. */
export const isComplete = (criteria: Criteria): boolean =>
  Object.values(criteriaTexts(criteria)).every((text) => text !== '')
