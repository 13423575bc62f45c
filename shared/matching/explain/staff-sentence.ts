import {
  earlierSentences,
  likelySentence,
  middleConflicts,
  parcelSentences,
  sentences,
  splitSentence,
} from './reason.ts'

type Kind = keyof typeof sentences | keyof typeof parcelSentences

/** The sentences that speak to the alert's owner, as staff read them. The others are the same for every reader. */
const staffSentences = {
  parcelInRange: 'The record lists a range of parcel IDs, and the alert’s is in it.',
  shortInAlert: 'The last name is the same. The alert writes the first name short.',
  initialInAlert: 'The last name is the same. The alert gives only an initial for the first name.',
  initialInBoth: 'The last name is the same. The record and the alert give only an initial for the first name.',
  cutName: 'The name in the record may be cut short. What it shows is how the alert’s name begins.',
  cutLastName:
    'The first name matches. The record’s last name may be cut short: what it shows is how the alert’s begins.',
  cutPart: 'The name in the record may be cut short. What it shows is how part of the alert’s name begins.',
  unreadPart: 'The name in the record is part of the alert’s name, apart from spaces and order.',
  formerName: 'The first name matches. The alert’s last name is a middle name in the record.',
  earlierName: 'The first name is the same. The last name is the alert’s former last name.',
  earlierShort: 'The last name is the alert’s former last name. The first name is the same, written short.',
  earlierOtherFirst: 'One of the first names is the same. The last name is the alert’s former last name.',
  earlierTurned:
    'The first name matches. The last name has the parts of the alert’s former last name, in another order.',
  earlierTurnedInitial:
    'The last name has the parts of the alert’s former last name, in another order. The first name matches by its initial.',
  earlierHalf: 'The first name matches. The last name and the alert’s former last name have one part in common.',
  earlierHalfInitial:
    'The last name and the alert’s former last name have one part in common. The first name matches by its initial.',
  earlierInitial: 'The last name is the alert’s former last name. The first name matches by its initial.',
  earlierCutName: 'The name in the record may be cut short. What it shows is how the alert’s earlier name begins.',
  earlierCutLastName:
    'The first name matches. The record’s last name may be cut short: what it shows is how the former last name begins.',
  earlierCutHalf:
    'The name in the record may be cut short. The first name and one part of the former last name agree so far.',
  earlierCutPart:
    'The name in the record may be cut short. What it shows is how part of the alert’s earlier name begins.',
  earlierSoundHalf:
    'The first name sounds like the alert’s. One part of the last name and the former last name sound alike.',
  earlierSoundTurned:
    'The first names sound alike. The last name has the parts of the alert’s former last name, in another order.',
  earlierUnreadPart: 'The name in the record is part of the alert’s earlier name, apart from spaces and order.',
  earlierUnreadName: 'The whole name with the alert’s former last name is the same, apart from spaces and order.',
  earlierNickname: 'The last name matches the alert’s former last name. The first names are forms of one name.',
  earlierSoundAlike: 'The name sounds like the alert’s with its former last name. They are spelled almost the same.',
  earlierTypingSlip:
    'The first name matches. The last name and the alert’s former last name are spelled almost the same.',
  earlierTypingSlipHalf:
    'The first name matches. One part of the last name and the former last name are spelled almost the same.',
  earlierTypingSlipFirst:
    'The last name matches the alert’s former last name. The first names are spelled almost the same.',
  earlierFormerName: 'The first name matches. The alert’s former last name is a middle name in the record.',
  cutBusiness: 'The name in the record may be cut short. What it shows is how the alert’s name begins.',
  allWords: 'The record’s name has every main word of the alert.',
  bothWords: 'The alert’s first and last name are in the record’s name, among other words.',
  writtenShort: 'The record’s name is how the alert’s begins. The last words of the alert’s are missing.',
} as const satisfies Partial<Record<Kind, string>>

const written: Readonly<Record<string, string>> = { ...sentences, ...parcelSentences }
const byStored = new Map<string | undefined, string>(
  Object.entries(staffSentences).map(([kind, forStaff]) => [written[kind], forStaff]),
)

/** A sentence, or the reason in it, for staff; undefined if it is the same for every reader. */
const findForStaff = (stored: string): string | undefined =>
  byStored.get(stored) ?? byStored.get(written[earlierSentences[stored] ?? ''])

/**
 * The stored sentence of a match as staff read it: 'Your alert…' becomes 'The alert…', since the alert is a resident's.
 * A sentence that no version of the rule has written stays as it is.
 */
export function toStaffSentence(stored: string): string {
  const { reason, conflict, isRare } = splitSentence(stored)
  const forStaff = findForStaff(reason)
  if (forStaff === undefined) return stored
  return [forStaff, ...(conflict ? [middleConflicts[conflict]] : []), ...(isRare ? [likelySentence] : [])].join(' ')
}
