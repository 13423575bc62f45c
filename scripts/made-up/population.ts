import { noMatchOptions, type Criteria } from '#shared/contract/alert.ts'
import type { WireEvent } from '#shared/contract/feed.ts'
import { today } from '#shared/domain/dates.ts'
import { makeNames } from './names.ts'
import { type Random, randomAt } from './random.ts'

/**
 * A county's alerts and records, invented from a seed. The first `targets` alerts are the same at every size, and
 * records name exactly `hitsPerRecord` of them and no other watched person: however many alerts there are, a record
 * matches the same ones, so with the number of alerts only the cost of the search grows.
 */
export type Population = {
  alertAt(index: number): GeneratedAlert
  /** @param index the document id is made from it, so the same index is always the same document */
  recordAt(index: number): GeneratedRecord
  targets: number
}

export type GeneratedAlert = { criteria: Criteria; name: string; criteriaText: string }
export type GeneratedRecord = { event: WireEvent & { documentIdentifier: string }; hits: number[] }

type PopulationOptions = {
  seed?: number
  targets?: number
  /** Alerts that each record matches; a fraction means that this part of the records matches one more. */
  hitsPerRecord?: number
  /** The day of the records, YYYY-MM-DD. */
  recordedOn?: string
  /** Every person's alert looks for typing slips, and no record has a watched name with one. */
  typingSlips?: boolean
}

const firmKinds = ['Holdings', 'Properties', 'Homes', 'Land', 'Realty', 'Farms', 'Partners', 'Builders']
const legalForms = ['LLC', 'Inc', 'Corp', 'LP', 'Co', '']
const trustKinds = ['Family Trust', 'Living Trust', 'Revocable Trust', 'Trust']
const documentTypes = ['WD', 'QC', 'DT', 'REL', 'LIEN', 'MTGE']

/** The parties and properties of a record that meets these criteria. */
function toRecordTexts(criteria: Criteria, random: Random): { parties: string[]; parcels: string[] } {
  switch (criteria.alertType) {
    case 'NAME':
      return { parties: [asRecorded(criteria.firstName, criteria.lastName, random)], parcels: [] }
    case 'BUSINESS':
      return { parties: [criteria.businessName.toUpperCase()], parcels: [] }
    case 'PARCEL_ID':
      return { parties: [], parcels: [criteria.parcelId] }
  }
}

export function makePopulation({
  seed = 20_250,
  targets = 10_000,
  hitsPerRecord = 1,
  // The county's day: a day ahead of it would be recorded after everything that happens now.
  recordedOn = today('America/Chicago'),
  typingSlips = false,
}: PopulationOptions = {}): Population {
  const names = makeNames(seed, targets, typingSlips)
  const alertSeed = seed + 1
  const recordSeed = seed + 2

  const alertAt = (index: number): GeneratedAlert => {
    const random = randomAt(alertSeed, index)
    const isTarget = index < targets
    const kind = random.next()
    if (kind < 0.8) {
      const given = isTarget ? names.targetGiven(index) : names.watchedGiven(random)
      const firstName = random.chance(0.3) ? `${given} ${initial(random)}` : given
      const lastName = doubled(names.surname, random)
      const criteria: Criteria = {
        alertType: 'NAME',
        firstName,
        lastName,
        formerLastName: '',
        variants: { ...noMatchOptions, typingSlips },
      }
      return { criteria, name: `${firstName} ${lastName}`, criteriaText: `${firstName} ${lastName}` }
    }
    if (kind < 0.94) {
      const firm = isTarget ? names.targetFirm(index) : names.watchedFirm(random)
      const form = random.chance(0.25)
        ? random.pick(trustKinds)
        : `${random.pick(firmKinds)} ${random.pick(legalForms)}`
      const businessName = `${firm} ${form}`.trim()
      const variants = { ...noMatchOptions, allWords: !isTarget && random.chance(0.1) }
      return {
        criteria: { alertType: 'BUSINESS', businessName, variants },
        name: businessName,
        criteriaText: businessName,
      }
    }
    const parcelId = isTarget ? makeParcel(10, index) : makeParcel(20 + random.below(30), random.below(1e9))
    return {
      criteria: { alertType: 'PARCEL_ID', parcelId, variants: noMatchOptions },
      name: parcelId,
      criteriaText: parcelId,
    }
  }

  const recordAt = (index: number): GeneratedRecord => {
    const random = randomAt(recordSeed, index)
    const hits = new Set<number>()
    const wanted = Math.floor(hitsPerRecord) + (random.chance(hitsPerRecord % 1) ? 1 : 0)
    while (hits.size < Math.min(wanted, targets)) hits.add(random.below(targets))
    const parties: string[] = []
    const parcels = [makeParcel(60 + random.below(30), random.below(1e9))]
    for (const hit of hits) {
      const { criteria } = alertAt(hit)
      const met = toRecordTexts(criteria, random)
      parties.push(...met.parties)
      parcels.push(...met.parcels)
    }
    for (let more = 2 + random.below(2) - Math.min(1, parties.length); more > 0; more--)
      parties.push(makeUnwatchedParty(random))
    return {
      hits: [...hits],
      event: {
        documentIdentifier: `D${index}`,
        documentType: random.pick(documentTypes),
        recordedAt: recordedOn,
        legalDescription: `Lot ${1 + random.below(40)}, Block ${1 + random.below(12)}`,
        parties: parties.map((name, place) => ({ role: place % 2 === 0 ? 'Grantor' : 'Grantee', name })),
        parcels,
      },
    }
  }

  const makeUnwatchedParty = (random: Random): string => {
    const kind = random.next()
    if (kind < 0.15)
      return `${names.recordedFirm(random)} ${random.pick(firmKinds)} ${random.pick(legalForms)}`.trim().toUpperCase()
    if (kind < 0.2) return `${names.surname(random)} ${random.pick(trustKinds)}`.toUpperCase()
    const surname = doubled(names.surname, random)
    const given = names.recordedGiven(random)
    if (kind < 0.3) return `${surname}, ${given} & ${names.recordedGiven(random)}`.toUpperCase()
    return asRecorded(random.chance(0.5) ? `${given} ${initial(random)}` : given, surname, random)
  }

  return { alertAt, recordAt, targets }
}

const initial = (random: Random) => String.fromCharCode(65 + random.below(26))

/** Most files put the surname first, followed by a comma; some do not. */
function asRecorded(first: string, last: string, random: Random): string {
  const written = random.chance(0.7)
    ? `${last}, ${first}`
    : random.chance(0.6)
      ? `${last} ${first}`
      : `${first} ${last}`
  return written.toUpperCase()
}

const doubled = (surname: (random: Random) => string, random: Random) =>
  random.chance(0.03) ? `${surname(random)}-${surname(random)}` : surname(random)

function makeParcel(book: number, place: number): string {
  const digits = String(place).padStart(9, '0')
  return `${book}-${digits.slice(0, 2)}-${digits.slice(2, 5)}-${digits.slice(5)}`
}
