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

export const sameParcelSentence = 'The parcel ID is the same.'

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
  oneInitialDiffers: 'First and last name are the same. One middle initial matches, another does not.',
  otherFirst: 'The last name is the same, and so is one of the first names.',
  turnedName: 'The first name is the same. The last name has the same two halves, in the other order.',
  turnedOtherFirst: 'One of the first names is the same. The last name has the same two halves, in the other order.',
  turnedAndInitial: 'The last name has the same two halves, in the other order. The first name matches by its initial.',
  halfOtherFirst: 'One half of the double last name is the same, and so is one of the first names.',
  halfName: 'The first name and one half of the double last name are the same.',
  halfAndInitial: 'One half of the double last name is the same. The first name matches by its initial.',
  middleAndInitial: 'The last name and a middle name are the same. The first name matches by its initial.',
  initialInRecord: 'The last name is the same. The record gives only an initial for the first name.',
  initialInAlert: 'The last name is the same. Your alert gives only an initial for the first name.',
  initialInBoth: 'The last name is the same. The record and your alert give only an initial for the first name.',
  cutName: 'The record’s name was cut short. What is left is how yours begins.',
  unreadName: 'The whole name is the same, written as one.',
  nickname: 'The last name matches. The first names are forms of one name.',
  soundAlike: 'The names sound alike and are spelled almost the same.',
  typingSlip: 'The first name matches. The last names are spelled almost the same.',
  typingSlipHalf: 'The first name matches. One half of the double last name is spelled almost the same.',
  typingSlipFirst: 'The last name matches. The first names are spelled almost the same.',
  formerName: 'The first name is the same. Your last name is a middle name in the record.',
  earlierName: 'The first name is the same. The last name is your earlier surname.',
  earlierOneMiddleDiffers:
    'The first name is the same, and the last name is your earlier surname. One middle name is the same, another is not.',
  earlierOneInitialDiffers:
    'The first name is the same, and the last name is your earlier surname. One middle initial matches, another does not.',
  earlierOtherFirst: 'One of the first names is the same. The last name is your earlier surname.',
  earlierTurned:
    'The first name matches. The halves of the last name are those of your earlier surname, in the other order.',
  earlierTurnedInitial:
    'The last name has the halves of your earlier surname, in the other order. The first name matches by its initial.',
  earlierHalf: 'The first name matches. The last name and your earlier surname have one half in common.',
  earlierHalfInitial:
    'The last name and your earlier surname have one half in common. The first name matches by its initial.',
  earlierInitial: 'The last name is your earlier surname. The first name matches by its initial.',
  earlierCutName: 'The record’s name was cut short. What is left is how yours begins with your earlier surname.',
  earlierUnreadName: 'The whole name with your earlier surname is the same, written as one.',
  earlierNickname: 'The last name matches your earlier surname. The first names are forms of one name.',
  earlierSoundAlike: 'The name sounds like yours with your earlier surname. They are spelled almost the same.',
  earlierTypingSlip: 'The first name matches. The last name and your earlier surname are spelled almost the same.',
  earlierTypingSlipHalf:
    'The first name matches. Half of a double last name and your earlier surname are spelled almost the same.',
  earlierTypingSlipFirst: 'The last name matches your earlier surname. The first names are spelled almost the same.',
  earlierFormerName: 'The first name is the same. Your earlier surname is a middle name in the record.',
  sameBusiness: 'The name is the same.',
  otherForm: 'The name is the same, with another legal form (LLC, Corp.).',
  otherOrder: 'The words of the name are the same, in another order.',
  cutBusiness: 'The record’s name was cut short. What is left is how yours begins.',
  allWords: 'The record’s name has every word of your alert.',
} as const

/** Earlier wordings, which stored matches still have, by the sentence that replaced them. */
export const earlierSentences: Readonly<Record<string, keyof typeof sentences | 'sameParcel'>> = {
  'First and last name are the same, and the middle initial fits.': 'sameNameMiddleInitial',
  'First and last name are the same. One middle initial fits, another does not.': 'oneInitialDiffers',
  'The first name is the same. The two halves of the last name are, in another order.': 'turnedName',
  'One of the first names is the same. The two halves of the last name are, in another order.': 'turnedOtherFirst',
  'The two halves of the last name are the same, in another order. The first name agrees by its initial.':
    'turnedAndInitial',
  'One half of the double last name is the same. The first name agrees by its initial.': 'halfAndInitial',
  'The last name and a middle name are the same. The first name agrees by its initial.': 'middleAndInitial',
  'The last name agrees. The first names are forms of one name.': 'nickname',
  'The parcel id is the same.': 'sameParcel',
}

type Kind = keyof typeof sentences

/** What each reason becomes if the earlier surname met, and not the last name. */
const withEarlierSurname: Partial<Record<Kind, Kind>> = {
  sameName: 'earlierName',
  sameNameAndMiddle: 'earlierName',
  sameNameMiddleInitial: 'earlierName',
  sameNameOneMiddle: 'earlierName',
  oneMiddleDiffers: 'earlierOneMiddleDiffers',
  oneInitialDiffers: 'earlierOneInitialDiffers',
  otherFirst: 'earlierOtherFirst',
  turnedName: 'earlierTurned',
  turnedOtherFirst: 'earlierTurned',
  turnedAndInitial: 'earlierTurnedInitial',
  halfOtherFirst: 'earlierHalf',
  halfName: 'earlierHalf',
  halfAndInitial: 'earlierHalfInitial',
  middleAndInitial: 'earlierInitial',
  initialInRecord: 'earlierInitial',
  initialInAlert: 'earlierInitial',
  initialInBoth: 'earlierInitial',
  cutName: 'earlierCutName',
  unreadName: 'earlierUnreadName',
  nickname: 'earlierNickname',
  soundAlike: 'earlierSoundAlike',
  typingSlip: 'earlierTypingSlip',
  typingSlipHalf: 'earlierTypingSlipHalf',
  typingSlipFirst: 'earlierTypingSlipFirst',
  formerName: 'earlierFormerName',
}

/** The reason if the alert's earlier surname is what met: a little weaker than the same by the last name. */
export const toEarlierSurname = (reason: Reason): Reason => ({
  ...reason,
  kind: withEarlierSurname[reason.kind] ?? reason.kind,
  weakness: reason.weakness + 0.5,
})

export function explain({ kind, byInitialOnly, otherLegalForm, variant }: Reason): Explanation {
  return { byInitialOnly, otherLegalForm, variant, sentence: sentences[kind] }
}
