import type { TFunction } from 'i18next'
import type { AlertFormInput } from './alert-form-values.ts'

/** What an alert matches and what it leaves out, in plain sentences. */
export type MatchDescription = { finds: string[]; leavesOut: string[] }

type Criteria = Pick<AlertFormInput, 'alertType' | 'firstName' | 'lastName' | 'businessName' | 'parcelId' | 'variants'>

/** The published matching rule (decisions, section 6) for this alert; null while it has no criteria. */
export function describeMatch(criteria: Criteria, t: TFunction): MatchDescription | null {
  if (criteria.alertType === 'NAME') return describePerson(criteria, t)
  return criteria.alertType === 'BUSINESS' ? describeBusiness(criteria, t) : describeParcel(criteria, t)
}

const tidy = (text: string | null | undefined): string => (text ?? '').trim().replaceAll(/\s+/g, ' ')

function describePerson({ variants, ...criteria }: Criteria, t: TFunction): MatchDescription | null {
  const [given, lastName] = [tidy(criteria.firstName), tidy(criteria.lastName)]
  if (!given || !lastName) return null
  const [firstName = '', ...middles] = given.split(' ')
  const [name, middle] = [`${given} ${lastName}`, middles.join(' ')]
  const byInitial = t('matching.initial', { initial: firstName.charAt(0), lastName })
  return {
    finds: [
      middle ? t('matching.personMiddle', { name, middle }) : t('matching.person', { name }),
      ...(variants?.notByInitial ? [] : [byInitial]),
      ...(variants?.nicknames ? [t('matching.nicknames', { firstName })] : []),
      ...(variants?.soundAlikes ? [t('matching.soundAlikes')] : []),
    ],
    leavesOut: [
      ...(variants?.notByInitial ? [byInitial] : []),
      ...(variants?.nicknames ? [] : [t('matching.nicknames', { firstName })]),
      ...(variants?.soundAlikes ? [] : [t('matching.otherSpelling')]),
    ],
  }
}

function describeBusiness({ businessName, variants }: Criteria, t: TFunction): MatchDescription | null {
  const name = tidy(businessName)
  if (!name) return null
  return {
    finds: [t('matching.business', { name }), ...(variants?.allWords ? [t('matching.allWords')] : [])],
    leavesOut: [
      ...(variants?.allWords ? [] : [t('matching.otherBusiness')]),
      ...(/\btrust\b/i.test(name) ? [t('matching.noTrust')] : []),
    ],
  }
}

function describeParcel({ parcelId }: Criteria, t: TFunction): MatchDescription | null {
  const name = tidy(parcelId)
  return name ? { finds: [t('matching.parcel', { name })], leavesOut: [t('matching.otherParcel')] } : null
}
