import type { Match } from '#shared/contract/match.ts'

/** Why a name matches. The lower the weakness, the stronger the reason. */
export type Reason = {
  kind: keyof typeof sentences
  weakness: number
  byInitialOnly: boolean
  otherLegalForm: boolean
  variant: Match['variant']
}

export type Explanation = Pick<Match, 'byInitialOnly' | 'otherLegalForm' | 'variant' | 'sentence'>

export const parcelSentences = {
  sameParcel: 'The parcel ID is the same.',
  parcelInRange: 'The record lists a range of parcel IDs, and yours is in it.',
} as const

/**
 * One or two plain sentences for each reason: under 20 words each, and true of every pair of names it applies to.
 * Counties translate them by these keys.
 */
export const sentences = {
  sameName: 'First and last name are the same.',
  sameNameAndMiddle: 'First, middle and last name are the same.',
  sameNameMiddleInitial: 'First and last name are the same, and the middle initial matches.',
  sameNameOneMiddle: 'First and last name are the same, and so is one middle name.',
  oneMiddleDiffers: 'First and last name are the same. One middle name is the same, another is not.',
  oneInitialDiffers: 'First and last name are the same. One middle initial matches, another middle name does not.',
  otherFirst: 'The last name is the same, and so is one of the first names.',
  turnedName: 'The first name is the same. The last name has the same parts, in another order.',
  turnedOtherFirst: 'One of the first names is the same. The last name has the same parts, in another order.',
  turnedAndInitial: 'The last name has the same parts, in another order. The first name matches by its initial.',
  halfOtherFirst: 'One part of the last name is the same, and so is one of the first names.',
  halfName: 'The first name and one part of the last name are the same.',
  halfAndInitial: 'One part of the last name is the same. The first name matches by its initial.',
  middleAndInitial: 'The last name and a middle name are the same. The first name matches by its initial.',
  initialInRecord: 'The last name is the same. The record gives only an initial for the first name.',
  initialInAlert: 'The last name is the same. Your alert gives only an initial for the first name.',
  initialInBoth: 'The last name is the same. The record and your alert give only an initial for the first name.',
  cutName: 'The name in the record may be cut short. What it shows is how yours begins.',
  cutLastName: 'The first name matches. The record’s last name may be cut short: what it shows is how yours begins.',
  cutHalf: 'The name in the record may be cut short. The first name and one part of the last name agree so far.',
  cutPart: 'The name in the record may be cut short. What it shows is how part of your name begins.',
  unreadName: 'The whole name is the same, apart from spaces and order.',
  nickname: 'The last name matches. The first names are forms of one name.',
  soundAlike: 'The names sound alike and are spelled almost the same.',
  soundHalf: 'The first name and one part of the last name sound alike and are spelled almost the same.',
  soundTurned: 'The first names sound alike. The last name has the same parts, in another order.',
  sameBusiness: 'The name is the same.',
  otherForm: 'The name is the same, with another legal form (LLC, Corp.).',
  otherOrder: 'The main words of the name are the same, in another order.',
  otherSmallWords: 'The name is the same, apart from small words such as OF or THE.',
  cutBusiness: 'The name in the record may be cut short. What it shows is how yours begins.',
  allWords: 'The record’s name has every main word of your alert.',
} as const

/** Earlier wordings, which stored matches still have, by the sentence that replaced them. */
export const earlierSentences: Readonly<Record<string, keyof typeof sentences | keyof typeof parcelSentences>> = {
  'First and last name are the same, and the middle initial fits.': 'sameNameMiddleInitial',
  'First and last name are the same. One middle initial fits, another does not.': 'oneInitialDiffers',
  'The first name is the same. The two halves of the last name are, in another order.': 'turnedName',
  'One of the first names is the same. The two halves of the last name are, in another order.': 'turnedOtherFirst',
  'The two halves of the last name are the same, in another order. The first name agrees by its initial.':
    'turnedAndInitial',
  'One half of the double last name is the same. The first name agrees by its initial.': 'halfAndInitial',
  'The last name and a middle name are the same. The first name agrees by its initial.': 'middleAndInitial',
  'The last name agrees. The first names are forms of one name.': 'nickname',
  'First and last name are the same. One middle initial matches, another does not.': 'oneInitialDiffers',
  'The first name is the same. The last name has the same two halves, in the other order.': 'turnedName',
  'One of the first names is the same. The last name has the same two halves, in the other order.': 'turnedOtherFirst',
  'The last name has the same two halves, in the other order. The first name matches by its initial.':
    'turnedAndInitial',
  'One half of the double last name is the same, and so is one of the first names.': 'halfOtherFirst',
  'The first name and one half of the double last name are the same.': 'halfName',
  'One half of the double last name is the same. The first name matches by its initial.': 'halfAndInitial',
  'The record’s name was cut short. What is left is how yours begins.': 'cutName',
  'The whole name is the same, written as one.': 'unreadName',
  'The words of the name are the same, in another order.': 'otherOrder',
  'The record’s name has every word of your alert.': 'allWords',
  'The parcel id is the same.': 'sameParcel',
}

export function explain({ kind, byInitialOnly, otherLegalForm, variant }: Reason): Explanation {
  return { byInitialOnly, otherLegalForm, variant, sentence: sentences[kind] }
}
