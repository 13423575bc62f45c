import type { Match } from '#shared/contract/match.ts'
import { type Party, formatPartyName } from '#shared/contract/party.ts'
import { oneLine } from './one-line.ts'

/** The English labels of a record's facts, in a message and on its page. */
export const factLabels = {
  document: 'Document',
  number: 'Number',
  recorded: 'Recorded',
  parcel: 'Parcel',
  more: 'And more',
} as const

/** What the two sides of a deed are called, and whoever has no role. */
export const roleLabels = { from: 'From', to: 'To', name: 'Name' } as const
export type KnownRole = keyof typeof roleLabels

/** With the reason of a match, where the name has no row of its own. */
export const underRole = 'The record lists this name under <b>{{role}}</b>.'

/** What a record calls somebody. `ownRole` is the record's own word for a role that is none of the known. */
export type PartyRole = { role: KnownRole | null; ownRole: string }

/** One name on a record. */
export type NamedParty = PartyRole & { name: string }

/** The first of many, and how many more there are. */
export type Listed<T> = { first: T[]; more: number }

/** Rows at most. A record may name hundreds; the one that matched is told as the reason in any case. */
const mostRows = 12

function listed<T>(all: T[]): Listed<T> {
  if (all.length <= mostRows) return { first: all, more: 0 }
  return { first: all.slice(0, mostRows - 1), more: all.length - mostRows + 1 }
}

const nameOf = (party: Party): string =>
  oneLine(
    party.businessName ||
      party.name ||
      [party.firstName, party.middleName, party.lastName, party.suffix].filter(Boolean).join(' '),
  )

const isNamed = (party: Party): boolean => nameOf(party) !== ''

function roleOf(given: string): PartyRole {
  const role = oneLine(given)
  if (/^grantors?$/i.test(role)) return { role: 'from', ownRole: '' }
  if (/^grantees?$/i.test(role)) return { role: 'to', ownRole: '' }
  if (!role) return { role: 'name', ownRole: '' }
  return { role: null, ownRole: role.charAt(0).toUpperCase() + role.slice(1).toLowerCase() }
}

/**
 * Who is on a record, in its order, as the email and the page of a notice list them: whoever holds the link reads no
 * more there than the email says.
 */
export const partiesOf = (parties: readonly Party[]): Listed<NamedParty> =>
  listed(
    parties.map((party) => ({ ...roleOf(party.role ?? ''), name: nameOf(party) })).filter(({ name }) => name !== ''),
  )

/**
 * The role of the name that matched, to be told with the reason, where its row is beyond those that are listed. The
 * record may have been revised since, so that the name stands elsewhere.
 * @returns null where its row tells it, the record gives it no role or no longer names it so, or a parcel matched
 */
export function unlistedRole(
  parties: readonly Party[],
  { field, fieldIndex, role, recordRaw }: Pick<Match, 'field' | 'fieldIndex' | 'role' | 'recordRaw'>,
): PartyRole | null {
  if (field !== 'party' || !role || parties.length <= mostRows) return null
  const told = roleOf(role)
  if (told.role === 'name') return null
  const isIt = (party: Party) => (party.role ?? '') === role && formatPartyName(party) === recordRaw
  const index = parties.slice(fieldIndex, fieldIndex + 1).some(isIt) ? fieldIndex : parties.findIndex(isIt)
  if (index < 0) return null
  const { first, more } = listed(parties.filter(isNamed))
  const place = parties.slice(0, index).filter(isNamed).length
  return more > 0 && place >= first.length ? told : null
}

/** Which parcels a record names, as both list them. */
export const parcelsOf = (parcels: readonly string[]): Listed<string> => listed(parcels.map(oneLine))
