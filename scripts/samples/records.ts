import { randomFrom } from '../made-up/random.ts'
import { home, homeParcel } from './demo-county.ts'
import { firms, givenNames, middleNames, plats, streets, surnames } from './names.ts'

/** A recorded document as a feed posts it. */
export type SampleRecord = {
  documentIdentifier: string
  documentType: string
  documentDescription: string
  recordedAt: string
  documentUrl: string
  legalDescription: string
  parties: ({ role: string } & ({ name: string } | { businessName: string } | PersonParts))[]
  parcels: string[]
}
type PersonParts = { firstName: string; middleName: string; lastName: string; suffix: string }
type Party = SampleRecord['parties'][number]

/** The kinds of document, how often each occurs, and the roles of its two sides. */
const kinds = [
  { type: 'WD', description: 'Warranty Deed', share: 26, roles: ['Grantor', 'Grantee'] },
  { type: 'QCD', description: 'Quit Claim Deed', share: 16, roles: ['Grantor', 'Grantee'] },
  { type: 'DOT', description: 'Deed of Trust', share: 20, roles: ['Borrower', 'Lender'] },
  { type: 'SAT', description: 'Satisfaction of Mortgage', share: 14, roles: ['Lender', 'Borrower'] },
  { type: 'ASG', description: 'Assignment of Mortgage', share: 8, roles: ['Assignor', 'Assignee'] },
  { type: 'LP', description: 'Lis Pendens', share: 5, roles: ['Plaintiff', 'Defendant'] },
  { type: 'LIEN', description: "Mechanic's Lien", share: 4, roles: ['Claimant', 'Owner'] },
  { type: 'EASE', description: 'Easement', share: 4, roles: ['Grantor', 'Grantee'] },
  { type: 'POA', description: 'Power of Attorney', share: 3, roles: ['Principal', 'Agent'] },
] as const

/** What the demo resident's alerts watch for, in the forms in which counties write it. Newest first. */
const watched: { kind: string; sides: [Party[], Party[]]; parcels?: string[] }[] = [
  {
    kind: 'QCD',
    sides: [
      [{ role: 'Grantor', name: 'BRANDVOLD THESSALY M' }],
      [{ role: 'Grantee', name: 'Copper Kettle Holdings LLC' }],
    ],
    parcels: ['17-03-123-045'],
  },
  {
    kind: 'LP',
    sides: [
      [{ role: 'Plaintiff', name: 'BRIGHTWATER MORTGAGE CORP' }],
      [{ role: 'Defendant', name: 'BRANDVOLD, THESSALY & CORWIN' }],
    ],
  },
  {
    kind: 'SAT',
    sides: [
      [{ role: 'Lender', name: 'ALDER VALLEY SAVINGS BANK NA' }],
      [{ role: 'Borrower', name: 'Thessaly Brandvold' }],
    ],
  },
  {
    kind: 'WD',
    sides: [
      [{ role: 'Grantor', businessName: 'LARKSPUR HOLLOW FAMILY TRUST' }],
      [{ role: 'Grantee', name: 'RAVENSHOLT ISOLDE' }],
    ],
  },
  {
    kind: 'EASE',
    sides: [[{ role: 'Grantor', name: 'UMBERLEIGH, ANSELM' }], [{ role: 'Grantee', name: 'TOWNSHIP OF FENNIMARSH' }]],
    parcels: ['17-03-123-045', '17-03-123-046'],
  },
  {
    kind: 'DOT',
    sides: [
      [{ role: 'Borrower', firstName: 'Thessaly', middleName: 'Maren', lastName: 'Brandvold', suffix: '' }],
      [{ role: 'Lender', name: 'LANTERN STREET CREDIT UNION' }],
    ],
  },
  {
    kind: 'ASG',
    sides: [[{ role: 'Assignor', name: 'BRANDVOLD T' }], [{ role: 'Assignee', name: 'HERON POND HOMES INC' }]],
  },
  {
    kind: 'QCD',
    sides: [
      [{ role: 'Grantor', name: 'BRANDVOLD, CORWIN & MARISETTE' }],
      [{ role: 'Grantee', name: 'BRANDVOLD THESSALY TRUSTEE' }],
    ],
  },
  {
    kind: 'WD',
    sides: [
      [{ role: 'Grantor', name: 'LARKSPUR HOLLOW FAM TR' }],
      [{ role: 'Grantee', name: 'WINDLASS LAND PARTNERS LP' }],
    ],
  },
]

/** In a record after the watched ones: a possible match, for the list of records that may be about the resident. */
const maybeWatched: Party = { role: 'Grantee', name: 'THESSALY BRANDVOLD ORCHARDS LLC' }

/**
 * The subject of a record: its parcels, and the legal description and the address that they have in the county's roll.
 */
type Place = Pick<SampleRecord, 'legalDescription' | 'parcels'> & { address: string }
type Sample = { record: SampleRecord; place: Place }

function composeSamples(now: Date, count: number): Sample[] {
  const pick = picker(20_260_301)
  const year = now.getUTCFullYear()
  return Array.from({ length: count }, (_, index) => {
    const hit = index < watched.length ? watched[index] : undefined
    const kind = hit ? kinds.find(({ type }) => type === hit.kind)! : weighted(pick)
    const [from, to] = hit?.sides ?? [side(pick, kind.roles[0]), side(pick, kind.roles[1])]
    const number = `${year}-${String(48_000 + count - index).padStart(6, '0')}`
    const day = recordedAt(now, index, pick)
    const place = choosePlace(pick, hit?.parcels)
    const record = {
      documentIdentifier: number,
      documentType: kind.type,
      documentDescription: kind.description,
      recordedAt: day,
      documentUrl: `https://records.alder-county.example/documents/${number}`,
      legalDescription: place.legalDescription,
      parcels: place.parcels,
      parties: index === watched.length ? [...from, maybeWatched] : [...from, ...to],
    }
    return { record, place }
  })
}

/**
 * About three hundred recorded documents of the last ten days. The same moment always gives the same documents, so that
 * posting them again after an interruption adds none.
 * @param now about the moment when the last of them was recorded
 */
export const sampleRecords = (now: Date, count = 300): SampleRecord[] =>
  composeSamples(now, count).map(({ record }) => record)

/** The places of the same documents, for the roll. */
export const samplePlaces = (count = 300): Place[] => composeSamples(new Date(0), count).map(({ place }) => place)

/** The resident's own house is described as the county's roll has it (roll.ts). */
function choosePlace(pick: Picker, watchedParcels?: string[]): Place {
  const legalDescription = `Lot ${1 + pick.upTo(40)}, Block ${1 + pick.upTo(8)}, ${pick.one(plats)} Addition`
  const address = `${100 + pick.upTo(900)} ${pick.one(streets)}`
  if (!watchedParcels) return { legalDescription, address, parcels: [parcel(pick)] }
  return { legalDescription: homeParcel.legalDescription, address: home.address, parcels: watchedParcels }
}

type Picker = { upTo(limit: number): number; one<T>(list: readonly T[]): T }

/** Random choices from a fixed seed, so that the samples are the same on every machine. */
function picker(seed: number): Picker {
  const next = randomFrom(seed)
  const upTo = (limit: number) => Math.floor(next() * limit)
  return { upTo, one: (list) => list[upTo(list.length)]! }
}

function weighted(pick: Picker): (typeof kinds)[number] {
  let rest = pick.upTo(kinds.reduce((sum, { share }) => sum + share, 0))
  return kinds.find(({ share }) => (rest -= share) < 0)!
}

/**
 * The newest few within the last hours, the others in office hours of the nine days before; every twelfth has only a
 * date.
 */
function recordedAt(now: Date, index: number, pick: Picker): string {
  if (index < watched.length) return seconds(new Date(now.getTime() - (index * 37 + 4) * 60_000))
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - 1 - pick.upTo(9))
  day.setUTCHours(14 + pick.upTo(8), pick.upTo(60), pick.upTo(60), 0)
  return index % 12 === 0 ? seconds(day).slice(0, 10) : seconds(day)
}

const seconds = (time: Date) => time.toISOString().replace(/\.\d+/, '')

const parcel = (pick: Picker) =>
  [11 + pick.upTo(20), pick.upTo(36) + 1, 100 + pick.upTo(400), pick.upTo(90) + 1]
    .map((part, index) => String(part).padStart([2, 2, 3, 3][index]!, '0'))
    .join('-')

const words = (...parts: string[]) => parts.filter(Boolean).join(' ').toUpperCase()

/**
 * One side of a document: a person in one of the forms found in real indexes, a couple, a firm, a trust or an estate.
 */
function side(pick: Picker, role: string): Party[] {
  const last = pick.one(surnames)
  const first = pick.one(givenNames)
  const middle = pick.one(middleNames)
  const forms: (() => Party[])[] = [
    () => [{ role, name: words(last, first, middle) }],
    () => [{ role, name: words(`${last},`, first, middle) }],
    () => [{ role, name: [first, middle, last].filter(Boolean).join(' ') }],
    () => [{ role, firstName: first, middleName: middle, lastName: last, suffix: pick.one(['', '', 'Jr', 'III']) }],
    () => [{ role, name: words(`${last},`, first, '&', pick.one(givenNames)) }],
    () => [
      { role, name: words(last, first) },
      { role, name: words(pick.one(surnames), pick.one(givenNames)) },
    ],
    () => [{ role, name: `${words(last)} FAMILY TRUST` }],
    () => [{ role, name: `ESTATE OF ${words(first, last)}` }],
    () => [{ role, name: words(pick.one(firms)) }],
    () => [{ role, businessName: pick.one(firms) }],
    () => [{ role, businessName: pick.one(firms) }],
  ]
  return pick.one(forms)()
}
