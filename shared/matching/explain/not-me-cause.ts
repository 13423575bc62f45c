import type { Match } from '#shared/contract/match.ts'
import type { NotMeCause } from '#shared/contract/not-me-cause.ts'
import { earlierSentences, type Reason, sentences, splitSentence } from './reason.ts'

/** Sentences about a former last name count as 'formerName', however the rest of the name matched. */
type EarlierKind = Extract<Reason['kind'], `earlier${string}`>
const isEarlier = (kind: string) => kind.startsWith('earlier')

const kindCauses: Record<Exclude<Reason['kind'], EarlierKind>, NotMeCause> = {
  sameName: 'fullName',
  sameNameAndMiddle: 'fullName',
  sameNameMiddleInitial: 'fullName',
  sameNameOneMiddle: 'fullName',
  sameNameShortMiddle: 'fullName',
  oneMiddleDiffers: 'otherMiddleName',
  oneInitialDiffers: 'otherMiddleName',
  otherFirst: 'otherFirstName',
  shortInRecord: 'fullName',
  shortInAlert: 'fullName',
  shortHalf: 'halfSurname',
  shortTurned: 'halfSurname',
  turnedName: 'halfSurname',
  turnedOtherFirst: 'halfSurname',
  turnedAndInitial: 'byInitial',
  halfOtherFirst: 'halfSurname',
  halfName: 'halfSurname',
  halfAndInitial: 'byInitial',
  middleAndInitial: 'byInitial',
  initialInRecord: 'byInitial',
  initialInAlert: 'byInitial',
  initialInBoth: 'byInitial',
  cutName: 'cutName',
  cutLastName: 'cutName',
  cutHalf: 'cutName',
  cutPart: 'cutName',
  unreadName: 'unreadName',
  unreadPart: 'unreadName',
  nickname: 'nickname',
  soundAlike: 'soundAlike',
  soundHalf: 'soundAlike',
  soundTurned: 'soundAlike',
  typingSlip: 'typingSlip',
  typingSlipHalf: 'typingSlip',
  typingSlipFirst: 'typingSlip',
  formerName: 'formerName',
  sameBusiness: 'sameBusiness',
  otherForm: 'otherForm',
  otherOrder: 'otherOrder',
  otherSmallWords: 'otherOrder',
  otherYear: 'otherOrder',
  tailBusiness: 'sameBusiness',
  tailOtherForm: 'otherForm',
  tailOtherOrder: 'otherOrder',
  cutBusiness: 'cutName',
  allWords: 'allWords',
  bothWords: 'wordsTogether',
  writtenShort: 'writtenShort',
}

const matchOptionCauses: Record<Exclude<Match['variant'], 'possible' | null>, NotMeCause> = {
  nicknames: 'nickname',
  soundAlikes: 'soundAlike',
  typingSlips: 'typingSlip',
  formerName: 'formerName',
  allWords: 'allWords',
}

const kindEntries = Object.entries(kindCauses)

/** The cause of each sentence, also of those in which earlier matches are stored. */
const sentenceCauses = new Map<string, NotMeCause>([
  ...Object.entries(sentences).flatMap(([kind, sentence]) => listCauses(kind, sentence)),
  ...Object.entries(earlierSentences).flatMap(([sentence, kind]) => listCauses(kind, sentence)),
])

function listCauses(kind: string, sentence: string): [string, NotMeCause][] {
  if (isEarlier(kind)) return [[sentence, 'formerName']]
  return kindEntries.filter(([known]) => known === kind).map(([, cause]) => [sentence, cause])
}

/** The fields of a stored match that tell its cause. */
export type StoredReason = Pick<Match, 'field' | 'variant' | 'byInitialOnly' | 'otherLegalForm' | 'sentence'>

/** Why a stored match was made; 'unknown' if it was stored in words that no version of the rule has. */
export function findNotMeCause({ field, variant, byInitialOnly, otherLegalForm, sentence }: StoredReason): NotMeCause {
  if (field === 'parcel') return 'parcel'
  if (variant !== null && variant !== 'possible' && variant in matchOptionCauses) return matchOptionCauses[variant]
  if (otherLegalForm) return 'otherForm'
  if (byInitialOnly) return 'byInitial'
  const { reason, conflict } = splitSentence(sentence)
  const cause = sentenceCauses.get(reason) ?? sentenceCauses.get(sentence) ?? 'unknown'
  return conflict !== null && cause !== 'unknown' ? 'otherMiddleName' : cause
}
