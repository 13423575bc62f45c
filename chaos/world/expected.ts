import { alertIdFor, ownerIdFor } from '../../bench/support/fill.ts'
import type { ChangingRecord } from './changes.ts'
import type { ComposedRecipient, Person } from './people.ts'
import type { World } from './world.ts'

/** The rows that must be there after the run, and the ones that may be there. */
type Wanted = { required: Set<string>; allowed: Set<string> }

/** What the records must lead to, computed from the composition alone, without the product's code. */
export type Expected = {
  matches: Wanted
  /** Matches for the list at home and the weekly email; there may be others that the records happen to have. */
  possible: Set<string>
  /** One for each record, address and owner. */
  notices: Wanted
  /** Each line of history, with the reasons that it may give for sending nothing; '' if it was sent. */
  history: Map<string, Set<string>>
  /** Lines of people who may have been deactivated before the match. */
  historyAllowed: Set<string>
  /** Notices that may be sent only until a revision restricts their record. */
  untilRestricted: Set<string>
  /** Addresses that get nothing at any time. */
  forbidden: Set<string>
  /** Addresses that are stopped during the run. */
  stopping: Set<string>
}

export const toMatch = (documentId: string, alertId: number) => `${documentId} alert ${alertId}`
export const toNotice = (documentId: string, target: string, ownerId: number) =>
  `${documentId} to ${target} of ${ownerId}`
export const toHistoryLine = (documentId: string, alertId: number, target: string) =>
  `${documentId} alert ${alertId} to ${target}`

const stopped = 'Messages to this address are stopped.'

/** The texts that residents read about a match without a message. */
function reasonsFor({ alerts }: Person, { isVerified, stop }: ComposedRecipient): string[] {
  if (alerts === 'paused') return ['The alert was paused.']
  if (!isVerified) return ['This address was not verified.']
  if (stop === 'suppressed' || stop === 'alert stopped') return [stopped]
  return stop === 'during' ? ['', stopped] : ['']
}

const mayGetMail = (person: Person, recipient: ComposedRecipient) =>
  person.account !== 'I' && person.alerts === 'on' && reasonsFor(person, recipient).includes('')

export function expectOutcome(
  world: Pick<World, 'recordAt' | 'personAt' | 'people'> & Partial<Pick<World, 'possibleAt'>>,
  records: number,
): Expected {
  const expected: Expected = {
    matches: { required: new Set(), allowed: new Set() },
    possible: new Set(),
    notices: { required: new Set(), allowed: new Set() },
    history: new Map(),
    historyAllowed: new Set(),
    untilRestricted: new Set(),
    forbidden: new Set(),
    stopping: new Set(),
  }
  for (const person of world.people)
    for (const recipient of person.recipients) {
      if (!mayGetMail(person, recipient)) expected.forbidden.add(recipient.target)
      else if (recipient.stop === 'during') expected.stopping.add(recipient.target)
    }
  for (let index = 0; index < records; index++) {
    const { event, hits } = world.recordAt(index)
    for (const hit of hits) addHit(expected, event.documentIdentifier, hit, world.personAt(ownerIdFor(hit)))
    const possible = world.possibleAt?.(index)
    if (possible === undefined) continue
    const { account, alerts, during } = world.personAt(ownerIdFor(possible))
    if (account !== 'I' && alerts !== 'off' && during !== 'is deactivated')
      expected.possible.add(toMatch(event.documentIdentifier, alertIdFor(possible)))
  }
  return expected
}

/**
 * Adds what records that change must lead to.
 * @param changed document ids whose second version was acknowledged; the others have only the first
 */
export function expectChanges(
  expected: Expected,
  { changes, changed, personAt }: { changes: ChangingRecord[]; changed: Set<string> } & Pick<World, 'personAt'>,
): void {
  for (const { first, second } of changes) {
    const documentId = first.event.documentIdentifier
    const last = changed.has(documentId) ? second : first
    for (const hit of last.hits) addHit(expected, documentId, hit, personAt(ownerIdFor(hit)))
    for (const hit of first.hits)
      if (!last.hits.includes(hit)) allowEarlierHit(expected, documentId, hit, personAt(ownerIdFor(hit)))
  }
}

/**
 * An alert that the first version matched, whose owner may learn of the second only from staff. Its history is taken
 * back.
 */
function allowEarlierHit(expected: Expected, documentId: string, hit: number, person: Person): void {
  expected.matches.allowed.add(toMatch(documentId, alertIdFor(hit)))
  for (const recipient of person.recipients) {
    if (!mayGetMail(person, recipient)) continue
    const notice = toNotice(documentId, recipient.target, person.ownerId)
    expected.notices.allowed.add(notice)
    expected.untilRestricted.add(notice)
  }
}

function addHit(expected: Expected, documentId: string, hit: number, person: Person): void {
  if (person.account === 'I' || person.alerts === 'off') return
  const alertId = alertIdFor(hit)
  const mayBeGone = person.during === 'is deactivated'
  expected.matches[mayBeGone ? 'allowed' : 'required'].add(toMatch(documentId, alertId))
  for (const recipient of person.recipients) {
    const line = toHistoryLine(documentId, alertId, recipient.target)
    expected.history.set(line, new Set(reasonsFor(person, recipient)))
    if (mayBeGone) expected.historyAllowed.add(line)
    if (!mayGetMail(person, recipient)) continue
    const notice = toNotice(documentId, recipient.target, person.ownerId)
    expected.notices[recipient.stop === 'during' ? 'allowed' : 'required'].add(notice)
  }
}
