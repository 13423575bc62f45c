import type { ReadAlert } from '#shared/matching/alert.ts'
import { agreesWithCut } from './truncated-name.ts'
import { agreeGivens, type Given, type GivenAgreement, isInitial, readGivens } from './given-names.ts'
import type { ReadParty } from '#shared/matching/party.ts'
import type { Person } from '#shared/matching/person.ts'
import type { Reason } from '#shared/matching/reason.ts'
import { soundAlike } from './phonetics.ts'
import { agreeSurnames, type SurnameAgreement } from '#shared/matching/surname.ts'
import { otherForms } from '#shared/matching/tables/nicknames.ts'
import type { Variants } from '#shared/matching/types.ts'

/** Whether a party names the person an alert watches, and the strongest reason. */
export function decidePerson(alert: ReadAlert, party: ReadParty): Reason | null {
  const { variants } = alert.watched
  let best: Reason | null = null
  const consider = (reason: Reason | null) => {
    if (!reason || (variants.notByInitial && reason.byInitialOnly)) return
    if (!best || reason.weakness < best.weakness) best = reason
  }
  for (const watched of alert.people) {
    for (const recorded of party.people) {
      const surnames = agreeSurnames(watched.surname, recorded.surname)
      if (surnames) considerGivens(watched, recorded, surnames, variants, consider)
      if (variants.soundAlikes) considerSounds(watched, recorded, consider)
    }
  }
  if (party.cutPeople.some((person) => alert.people.some((watched) => agreesWithCut(watched, person)))) consider(cut)
  if (party.people.length === 0 && beginsOne(party.wholePrefixes, alert.texts)) consider(cut)
  if (party.whole !== '' && alert.texts.includes(party.whole)) consider(unread)
  return best
}

const beginsOne = (prefixes: string[], texts: string[]) =>
  prefixes.some((prefix) => texts.some((text) => text.startsWith(prefix)))

const plain = { byInitialOnly: false, otherLegalForm: false, variant: null }
const unread: Reason = { ...plain, kind: 'unreadName', weakness: 2 }
const cut: Reason = { ...plain, kind: 'cutName', weakness: 3 }
const nickname: Reason = { ...plain, kind: 'nickname', weakness: 20, variant: 'nicknames' }
const sound: Reason = { ...plain, kind: 'soundAlike', weakness: 30, variant: 'soundAlikes' }

type Consider = (reason: Reason | null) => void

function considerGivens(
  watched: Person,
  recorded: Person,
  surnames: SurnameAgreement,
  variants: Variants,
  consider: Consider,
): void {
  const inAlert = withoutOtherHalf(watched, surnames.inAlertGiven, 'alert')
  const inRecord = withoutOtherHalf(recorded, surnames.inRecordGiven, 'record')
  for (const alert of inAlert) {
    for (const record of inRecord) {
      const agreed = agreeGivens(alert, record)
      if (agreed) consider(reasonOf(alert, record, agreed, surnames))
      if (variants.nicknames && agreeGivens(alert, record, isOtherForm)) consider(nickname)
    }
  }
}

const isOtherForm = (alert: string, record: string) => otherForms(alert).has(record)

function considerSounds(watched: Person, recorded: Person, consider: Consider): void {
  const surnames = agreeSurnames(watched.surname, recorded.surname, soundAlike)
  if (!surnames) return
  for (const alert of watched.givens) {
    for (const record of recorded.givens) {
      if (alert.joined || record.joined || isInitial(alert.first) || isInitial(record.first)) continue
      if (agreeGivens(alert, record, soundAlike)) consider(sound)
    }
  }
}

/** The given names as they are, and without the other half of a double surname where it stands among them. */
function withoutOtherHalf(person: Person, halves: string[], side: 'alert' | 'record'): Given[] {
  if (halves.length === 0) return person.givens
  const from = side === 'alert' ? 1 : 0
  const rest = person.words.filter((word, i) => i < from || !halves.includes(word))
  if (rest.length === person.words.length || rest.length === 0) return person.givens
  return [...person.givens, ...readGivens(rest, [], side)]
}

/** How weak a reason by initials is, by what the surnames share. */
const byInitials = {
  half: { kind: 'halfAndInitial', withMiddle: 7, alone: 11 },
  turned: { kind: 'turnedAndInitial', withMiddle: 7, alone: 11 },
} as const

function reasonOf(alert: Given, record: Given, agreed: GivenAgreement, surnames: SurnameAgreement): Reason {
  const initialAlert = isInitial(alert.first)
  const initialRecord = isInitial(record.first)
  if (initialAlert || initialRecord) {
    const middle = agreed.middle === 'same' || agreed.middle === 'one'
    if (surnames.how !== 'same') {
      const { kind, withMiddle, alone } = byInitials[surnames.how]
      return { ...plain, kind, weakness: middle ? withMiddle : alone, byInitialOnly: !middle }
    }
    if (middle) return { ...plain, kind: 'middleAndInitial', weakness: 6 }
    const kind = initialAlert && initialRecord ? 'initialInBoth' : initialAlert ? 'initialInAlert' : 'initialInRecord'
    return { ...plain, kind, weakness: initialAlert && initialRecord ? 9 : 10, byInitialOnly: true }
  }
  const other = alert.other || record.other
  if (surnames.how === 'half') return { ...plain, kind: other ? 'halfOtherFirst' : 'halfName', weakness: 2 }
  if (surnames.how === 'turned') return { ...plain, kind: other ? 'turnedOtherFirst' : 'turnedName', weakness: 2 }
  if (other) return { ...plain, kind: 'otherFirst', weakness: 1 }
  return sameFirstAndLast(agreed)
}

// Weaker than a name without a middle name, and than a cut one.
const oneMiddleDiffers = { kind: 'oneMiddleDiffers', weakness: 4 } as const
const oneInitialDiffers = { kind: 'oneInitialDiffers', weakness: 5 } as const

function sameFirstAndLast({ middle, contradicted }: GivenAgreement): Reason {
  switch (middle) {
    case 'none':
      return { ...plain, kind: 'sameName', weakness: 1 }
    case 'same':
      return { ...plain, kind: 'sameNameAndMiddle', weakness: 0 }
    case 'one':
      return { ...plain, ...(contradicted ? oneMiddleDiffers : { kind: 'sameNameOneMiddle', weakness: 0 }) }
    case 'initial':
      return { ...plain, ...(contradicted ? oneInitialDiffers : { kind: 'sameNameMiddleInitial', weakness: 0 }) }
  }
}
