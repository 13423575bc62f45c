import type { Party } from '#shared/matching/types.ts'
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

/** One name on a record. `ownRole` is the record's own word for a role that is none of the known. */
export type NamedParty = { role: KnownRole | null; ownRole: string; name: string }

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

function roleOf(party: Party): Pick<NamedParty, 'role' | 'ownRole'> {
  const role = oneLine(party.role ?? '')
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
  listed(parties.map((party) => ({ ...roleOf(party), name: nameOf(party) })).filter(({ name }) => name !== ''))

/** Which parcels a record names, as both list them. */
export const parcelsOf = (parcels: readonly string[]): Listed<string> => listed(parcels.map(oneLine))
