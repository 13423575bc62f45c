import type { TFunction } from 'i18next'
import type { AlertType, Criteria } from '#shared/contract/alert.ts'
import { isComplete } from '#shared/domain/alert/alert-types.ts'

/** What an alert matches and what it leaves out, in plain sentences. */
type MatchDescription = { finds: string[]; leavesOut: string[] }

const descriptions: { [T in AlertType]: (criteria: Criteria<T>, t: TFunction) => MatchDescription } = {
  NAME: describePerson,
  BUSINESS: describeBusiness,
  PARCEL_ID: describeParcel,
}

const describe = <T extends AlertType>(criteria: Criteria<T>, t: TFunction): MatchDescription =>
  descriptions[criteria.alertType](criteria, t)

/** What the published matching rule means for this alert; null while its criteria are incomplete. */
export const describeMatch = (criteria: Criteria, t: TFunction): MatchDescription | null =>
  isComplete(criteria) ? describe(criteria, t) : null

const tidy = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

function describePerson({ variants, ...criteria }: Criteria<'NAME'>, t: TFunction): MatchDescription {
  const [given, lastName] = [tidy(criteria.firstName), tidy(criteria.lastName)]
  const [firstName = '', ...middles] = given.split(' ')
  const [name, middle] = [`${given} ${lastName}`, middles.join(' ')]
  const byInitial = t('matching.initial', { initial: firstName.charAt(0), lastName })
  const earlier = tidy(criteria.formerLastName)
  const { typingSlips, soundAlikes, nicknames, formerName, notByInitial, possible } = variants
  return {
    finds: [
      middle ? t('matching.personMiddle', { name, middle }) : t('matching.person', { name }),
      ...(earlier ? [t('matching.earlierName', { name: `${given} ${earlier}` })] : []),
      ...(notByInitial ? [] : [byInitial]),
      ...(typingSlips ? [t('matching.typingSlips')] : []),
      ...(soundAlikes ? [t('matching.soundAlikes')] : []),
      ...(nicknames ? [t('matching.nicknames', { firstName })] : []),
      ...(formerName ? [t('matching.formerName', { lastName })] : []),
      ...(possible ? [t('matching.possible.NAME', { firstName, lastName })] : []),
    ],
    leavesOut: [
      ...(notByInitial ? [byInitial] : []),
      ...(nicknames ? [] : [t('matching.nicknames', { firstName })]),
      t(typingSlips || soundAlikes ? 'matching.otherName' : 'matching.otherSpelling'),
    ],
  }
}

function describeBusiness({ businessName, variants }: Criteria<'BUSINESS'>, t: TFunction): MatchDescription {
  const name = tidy(businessName)
  return {
    finds: [
      t('matching.business', { name }),
      ...(variants.allWords ? [t('matching.allWords')] : []),
      ...(variants.possible ? [t(`matching.possible.${variants.allWords ? 'shortBusiness' : 'BUSINESS'}`)] : []),
    ],
    leavesOut: [
      ...(variants.allWords || variants.possible ? [] : [t('matching.otherBusiness')]),
      ...(/\btrust\b/i.test(name) ? [t('matching.noTrust')] : []),
    ],
  }
}

function describeParcel({ parcelId }: Criteria<'PARCEL_ID'>, t: TFunction): MatchDescription {
  return { finds: [t('matching.parcel', { name: tidy(parcelId) })], leavesOut: [t('matching.otherParcel')] }
}
