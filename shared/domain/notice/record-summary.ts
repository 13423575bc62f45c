import type { Match } from '#shared/contract/match.ts'
import { type Party, formatPartyName } from '#shared/contract/party.ts'
import { toSingleLine } from './single-line.ts'

/** The English labels of a record's fields in a message and on its page. */
export const recordLabels = {
  document: 'Document',
  number: 'Number',
  recorded: 'Recorded',
  property: 'Property',
  parcel: 'Parcel',
  legal: 'Legal description',
  more: 'And more',
} as const

/** The labels of grantors, grantees and parties without a role. */
export const roleLabels = { from: 'From', to: 'To', name: 'Name' } as const
type KnownRole = keyof typeof roleLabels

/** Shown with the reason for a match if the name has no row of its own. */
export const underRoleSentence = 'The record lists this name under <b>{{role}}</b>.'

/** What a reader sees instead of the content of a restricted record. */
export const restrictedSentence = 'This record is restricted by law, so we can’t show more.'

/**
 * A match with a restricted record, which says only that the alert matched it. The database reduces stored matches in
 * the same way.
 */
export const hideRecord = (match: Match): Match => ({ ...match, role: '', recordRaw: '', marks: [], sentence: '' })

/** A party's role. `ownRole` is the record's own word for a role that is neither grantor nor grantee. */
export type PartyRole = { role: KnownRole | null; ownRole: string }

/** One name on a record. */
export type NamedParty = PartyRole & { name: string }

/** The first items of a list, and how many more there are. */
export type ShortList<T> = { first: T[]; more: number }

/** A record may name hundreds of parties; the reason for the match always names the one that matched. */
const maxRows = 12

function toShortList<T>(all: T[]): ShortList<T> {
  if (all.length <= maxRows) return { first: all, more: 0 }
  return { first: all.slice(0, maxRows - 1), more: all.length - maxRows + 1 }
}

const getPartyName = (party: Party): string =>
  toSingleLine(
    party.businessName ||
      party.name ||
      [party.firstName, party.middleName, party.lastName, party.suffix].filter(Boolean).join(' '),
  )

const hasName = (party: Party): boolean => getPartyName(party) !== ''

function parseRole(given: string): PartyRole {
  const role = toSingleLine(given)
  if (/^grantors?$/i.test(role)) return { role: 'from', ownRole: '' }
  if (/^grantees?$/i.test(role)) return { role: 'to', ownRole: '' }
  if (!role) return { role: 'name', ownRole: '' }
  return { role: null, ownRole: role.charAt(0).toUpperCase() + role.slice(1).toLowerCase() }
}

/**
 * The parties of a record in its order, as the email and the page of a notice list them: the page shows a holder of its
 * link no more than the email does.
 */
export const listParties = (parties: readonly Party[]): ShortList<NamedParty> =>
  toShortList(
    parties
      .map((party) => ({ ...parseRole(party.role ?? ''), name: getPartyName(party) }))
      .filter(({ name }) => name !== ''),
  )

/**
 * The role of the matched name, shown with the reason if its row is not among those listed. A revision of the record
 * since then may have moved the name.
 * @returns null if its row shows the role, the record gives no role or no longer has the name, or a parcel matched
 */
export function getUnlistedRole(
  parties: readonly Party[],
  { field, fieldIndex, role, recordRaw }: Pick<Match, 'field' | 'fieldIndex' | 'role' | 'recordRaw'>,
): PartyRole | null {
  if (field !== 'party' || !role || parties.length <= maxRows) return null
  const partyRole = parseRole(role)
  if (partyRole.role === 'name') return null
  const isMatchedParty = (party: Party) => (party.role ?? '') === role && formatPartyName(party) === recordRaw
  const index = parties.slice(fieldIndex, fieldIndex + 1).some(isMatchedParty)
    ? fieldIndex
    : parties.findIndex(isMatchedParty)
  if (index < 0) return null
  const { first, more } = toShortList(parties.filter(hasName))
  const place = parties.slice(0, index).filter(hasName).length
  return more > 0 && place >= first.length ? partyRole : null
}

/** The parcels of a record, as the email and the page list them. */
export const listParcels = (parcels: readonly string[]): ShortList<string> => toShortList(parcels.map(toSingleLine))

/**
 * Characters of a legal description that a message or a screen shows: descriptions run to pages, and start with lot and
 * block.
 */
const maxLegalCharacters = 300

/** The beginning of a legal description, on one line. */
export function toLegalLine(text: string): string {
  // The code below removes characters that do not print.
  const line = toSingleLine(text.slice(0, maxLegalCharacters * 2))
  if (line.length <= maxLegalCharacters) return line
  const cut = line.slice(0, maxLegalCharacters)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLegalCharacters - 40)).trimEnd()}…`
}
