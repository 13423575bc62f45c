import type { Match, MatchGrade } from '#shared/contract/match.ts'

/** Why a name matches, before its grade is known. The lower the weakness, the stronger the reason. */
export type Ungraded = {
  kind: keyof typeof sentences
  weakness: number
  byInitialOnly: boolean
  otherLegalForm: boolean
  variant: Match['variant']
  /** Set if one middle name contradicts while another agrees: mentioned after the reason. */
  conflict?: MiddleConflict
}

export type Reason = Ungraded & {
  grade: MatchGrade
  /** True of a likely match whose names are both rare: mentioned last. */
  isRare: boolean
}

type MiddleConflict = keyof typeof middleConflicts

/** What most reasons have in common. */
export const baseReason = { byInitialOnly: false, otherLegalForm: false, variant: null } as const

export type Explanation = Pick<Match, 'byInitialOnly' | 'otherLegalForm' | 'variant' | 'sentence'> & {
  grade: MatchGrade
}

export const parcelSentences = {
  sameParcel: 'The parcel ID is the same.',
  parcelInRange: 'The record lists a range of parcel IDs, and yours is in it.',
} as const

/** Added to the reason of a likely match. */
export const likelySentence = 'Both names are rare, so this is likely the same person.'

/** Added to a reason if one of several middle names agrees and another does not. */
export const middleConflicts = {
  anotherMiddle: 'One middle name is the same, another is not.',
  anotherShortMiddle: 'One middle name matches, another does not.',
  anotherInitial: 'One middle initial matches. Another middle name does not.',
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
  sameNameShortMiddle: 'First and last name are the same. A middle name is the same, written short.',
  oneMiddleDiffers: 'First and last name are the same. One middle name is the same, another is not.',
  oneInitialDiffers: 'First and last name are the same. One middle initial matches. Another middle name does not.',
  otherFirst: 'The last name is the same, and so is one of the first names.',
  shortInRecord: 'The last name is the same. The record writes the first name short.',
  shortInAlert: 'The last name is the same. Your alert writes the first name short.',
  shortHalf: 'One part of the last name is the same. The first name is the same, written short.',
  shortTurned: 'The last name has the same parts, in another order. The first name is the same, written short.',
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
  unreadPart: 'The name in the record is part of your name, apart from spaces and order.',
  unreadName: 'The whole name is the same, apart from spaces and order.',
  nickname: 'The last name matches. The first names are forms of one name.',
  soundAlike: 'The names sound alike and are spelled almost the same.',
  soundHalf: 'The first name and one part of the last name sound alike and are spelled almost the same.',
  soundTurned: 'The first names sound alike. The last name has the same parts, in another order.',
  typingSlip: 'The first name matches. The last names are spelled almost the same.',
  typingSlipHalf: 'The first name matches. One part of the last name is spelled almost the same.',
  typingSlipFirst: 'The last name matches. The first names are spelled almost the same.',
  formerName: 'The first name matches. Your last name is a middle name in the record.',
  earlierName: 'The first name is the same. The last name is your former last name.',
  earlierShort: 'The last name is your former last name. The first name is the same, written short.',
  earlierOtherFirst: 'One of the first names is the same. The last name is your former last name.',
  earlierTurned: 'The first name matches. The last name has the parts of your former last name, in another order.',
  earlierTurnedInitial:
    'The last name has the parts of your former last name, in another order. The first name matches by its initial.',
  earlierHalf: 'The first name matches. The last name and your former last name have one part in common.',
  earlierHalfInitial:
    'The last name and your former last name have one part in common. The first name matches by its initial.',
  earlierInitial: 'The last name is your former last name. The first name matches by its initial.',
  earlierCutName: 'The name in the record may be cut short. What it shows is how your earlier name begins.',
  earlierCutLastName:
    'The first name matches. The record’s last name may be cut short: what it shows is how your former last name begins.',
  earlierCutHalf:
    'The name in the record may be cut short. The first name and one part of your former last name agree so far.',
  earlierCutPart: 'The name in the record may be cut short. What it shows is how part of your earlier name begins.',
  earlierSoundHalf:
    'The first name sounds like yours. One part of the last name and your former last name sound alike.',
  earlierSoundTurned:
    'The first names sound alike. The last name has the parts of your former last name, in another order.',
  earlierUnreadPart: 'The name in the record is part of your earlier name, apart from spaces and order.',
  earlierUnreadName: 'The whole name with your former last name is the same, apart from spaces and order.',
  earlierNickname: 'The last name matches your former last name. The first names are forms of one name.',
  earlierSoundAlike: 'The name sounds like yours with your former last name. They are spelled almost the same.',
  earlierTypingSlip: 'The first name matches. The last name and your former last name are spelled almost the same.',
  earlierTypingSlipHalf:
    'The first name matches. One part of the last name and your former last name are spelled almost the same.',
  earlierTypingSlipFirst: 'The last name matches your former last name. The first names are spelled almost the same.',
  earlierFormerName: 'The first name matches. Your former last name is a middle name in the record.',
  sameBusiness: 'The name is the same.',
  otherForm: 'The name is the same, with another legal form (LLC, Corp.).',
  otherOrder: 'The main words of the name are the same, in another order.',
  otherSmallWords: 'The name is the same, apart from small words such as OF or THE.',
  otherYear: 'The main words of the name are the same, apart from a year.',
  tailBusiness: 'The name is the same. The record adds words after it.',
  tailOtherForm: 'The name is the same, with another legal form (LLC, Corp.). The record adds words after it.',
  tailOtherOrder: 'The main words of the name are the same. The record adds others.',
  cutBusiness: 'The name in the record may be cut short. What it shows is how yours begins.',
  allWords: 'The record’s name has every main word of your alert.',
  bothWords: 'Your first and last name are in the record’s name, among other words.',
  writtenShort: 'The record’s name is how yours begins. The last words of yours are missing.',
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
  'First and last name are the same. One middle initial matches, another middle name does not.': 'oneInitialDiffers',
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
  'The first name is the same. The last name is your earlier surname.': 'earlierName',
  'The last name is your earlier surname. The first name is the same, written short.': 'earlierShort',
  'One of the first names is the same. The last name is your earlier surname.': 'earlierOtherFirst',
  'The first name matches. The last name has the parts of your earlier surname, in another order.': 'earlierTurned',
  'The last name has the parts of your earlier surname, in another order. The first name matches by its initial.':
    'earlierTurnedInitial',
  'The first name matches. The last name and your earlier surname have one part in common.': 'earlierHalf',
  'The last name and your earlier surname have one part in common. The first name matches by its initial.':
    'earlierHalfInitial',
  'The last name is your earlier surname. The first name matches by its initial.': 'earlierInitial',
  'The first name matches. The record’s last name may be cut short: what it shows is how your earlier surname begins.':
    'earlierCutLastName',
  'The name in the record may be cut short. The first name and one part of your earlier surname agree so far.':
    'earlierCutHalf',
  'The first name sounds like yours. One part of the last name and your earlier surname sound alike.':
    'earlierSoundHalf',
  'The first names sound alike. The last name has the parts of your earlier surname, in another order.':
    'earlierSoundTurned',
  'The whole name with your earlier surname is the same, apart from spaces and order.': 'earlierUnreadName',
  'The last name matches your earlier surname. The first names are forms of one name.': 'earlierNickname',
  'The name sounds like yours with your earlier surname. They are spelled almost the same.': 'earlierSoundAlike',
  'The first name matches. The last name and your earlier surname are spelled almost the same.': 'earlierTypingSlip',
  'The first name matches. One part of the last name and your earlier surname are spelled almost the same.':
    'earlierTypingSlipHalf',
  'The last name matches your earlier surname. The first names are spelled almost the same.': 'earlierTypingSlipFirst',
  'The first name matches. Your earlier surname is a middle name in the record.': 'earlierFormerName',
}

type Kind = keyof typeof sentences

/** The sentence of each reason if the former last name matched, and not the last name. */
const formerLastNameKinds: Partial<Record<Kind, Kind>> = {
  sameName: 'earlierName',
  sameNameAndMiddle: 'earlierName',
  sameNameMiddleInitial: 'earlierName',
  sameNameOneMiddle: 'earlierName',
  sameNameShortMiddle: 'earlierName',
  otherFirst: 'earlierOtherFirst',
  shortInRecord: 'earlierShort',
  shortInAlert: 'earlierShort',
  shortHalf: 'earlierHalf',
  shortTurned: 'earlierTurned',
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
  cutLastName: 'earlierCutLastName',
  cutHalf: 'earlierCutHalf',
  cutPart: 'earlierCutPart',
  soundHalf: 'earlierSoundHalf',
  soundTurned: 'earlierSoundTurned',
  unreadName: 'earlierUnreadName',
  unreadPart: 'earlierUnreadPart',
  nickname: 'earlierNickname',
  soundAlike: 'earlierSoundAlike',
  typingSlip: 'earlierTypingSlip',
  typingSlipHalf: 'earlierTypingSlipHalf',
  typingSlipFirst: 'earlierTypingSlipFirst',
  formerName: 'earlierFormerName',
}

/** The reason if the alert's former last name matched: a little weaker than the same reason with the last name. */
export const toFormerLastName = <R extends Pick<Reason, 'kind' | 'weakness'>>(reason: R): R => ({
  ...reason,
  kind: formerLastNameKinds[reason.kind] ?? reason.kind,
  weakness: reason.weakness + 0.5,
})

export function explain({
  kind,
  byInitialOnly,
  otherLegalForm,
  variant,
  conflict,
  grade,
  isRare,
}: Reason): Explanation {
  const said = [sentences[kind], ...(conflict ? [middleConflicts[conflict]] : []), ...(isRare ? [likelySentence] : [])]
  return { byInitialOnly, otherLegalForm, variant, sentence: said.join(' '), grade }
}

const conflictKinds = ['anotherMiddle', 'anotherShortMiddle', 'anotherInitial'] as const

/** A reason's sentence, the sentence added for a contradicting middle name, and whether both names are said to be rare. */
export function splitSentence(text: string): { reason: string; conflict: MiddleConflict | null; isRare: boolean } {
  const isRare = text.endsWith(` ${likelySentence}`)
  const rest = isRare ? text.slice(0, -likelySentence.length - 1) : text
  for (const conflict of conflictKinds) {
    const said = ` ${middleConflicts[conflict]}`
    if (rest.endsWith(said)) return { reason: rest.slice(0, -said.length), conflict, isRare }
  }
  return { reason: rest, conflict: null, isRare }
}
