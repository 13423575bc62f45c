import { randomFrom } from '../made-up/random.ts'
import { rollHeaderLine, type RollRow, writeRollLine } from '../made-up/roll-csv.ts'
import { home, homeParcel } from './demo-county.ts'
import { givenNames, plats, streets as recordStreets, surnames } from './names.ts'
import { samplePlaces } from './records.ts'

const towns = [
  { city: home.city, zip: home.zip },
  { city: 'Fennimarsh', zip: '55398' },
  { city: 'Third Ferry', zip: '55397' },
  { city: 'Quarry Ridge', zip: '55396' },
] as const
const state = home.state

/** Streets in addition to those of the records; some have similar names, as real streets do. */
const streets = [
  ...recordStreets,
  'Elm St',
  'N Main St',
  'S Main St',
  'Oak Ave',
  'Larkspur Ln',
  'Lark St',
  'Larkin Rd',
  'N Larkspur Ln',
  'Old Orchard Rd',
  'County Road 5',
  'State Highway 23',
  'Alder Creek Trl',
  'Windlass Way',
  'Kettle Lake Blvd',
  'Second Ave NE',
  'Mill Rd',
] as const
const total = 2_000

/**
 * The parcel roll of Alder County: invented properties, among them every parcel of the sample records and of the demo's
 * alerts. The same on every machine.
 */
export function sampleRoll(): RollRow[] {
  const next = randomFrom(20_260_401)
  const upTo = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!
  const rows = new Map<string, RollRow>()
  const add = (parcelId: string, place: Partial<RollRow>) => {
    if (rows.has(parcelId)) return
    const owner = `${pick(surnames)}, ${pick(givenNames)}${upTo(3) === 0 ? ` & ${pick(givenNames)}` : ''}`.toUpperCase()
    const town = pick(towns)
    const situs = { address: '', city: town.city, zip: town.zip, ...place }
    // One owner in eight lives elsewhere.
    const away = upTo(8) === 0
    rows.set(parcelId, {
      parcelId,
      legalDescription: writeLot(upTo, pick),
      ownerName: owner,
      mailAddress: away || situs.address === '' ? `PO Box ${100 + upTo(900)}` : situs.address,
      mailCity: away ? 'Third Ferry' : situs.city,
      mailState: state,
      mailZip: away ? '55397' : situs.zip,
      ...situs,
    })
  }
  for (const row of listFixed()) add(row.parcelId, row)
  for (const { parcels, ...place } of samplePlaces()) for (const parcelId of parcels) add(parcelId, place)
  const towardStreet = new Map<string, number>()
  while (rows.size < total) {
    const street = pick(streets)
    const number = (towardStreet.get(street) ?? 100) + 2 + upTo(6)
    towardStreet.set(street, number)
    const parcelId = writeParcel(upTo)
    // Some parcels of vacant land have no address.
    add(parcelId, upTo(100) === 0 ? {} : { address: `${number} ${street}`, ...towns[street.length % towns.length] })
  }
  return [...rows.values()].toSorted((a, b) => (a.parcelId < b.parcelId ? -1 : 1))
}

/** Addresses that people try first, and every kind of address that the search must read. */
function listFixed(): (Partial<RollRow> & { parcelId: string })[] {
  const inFalls = { city: home.city, zip: home.zip }
  const inRidge = { city: 'Quarry Ridge', zip: '55396' }
  const units = Array.from({ length: 12 }, (_, index) => ({
    parcelId: `17-03-200-0${31 + index}`,
    address: `1200 Mill Rd Unit ${index + 1}`,
    legalDescription: `Unit ${index + 1}, Mill Condominium`,
    ...inFalls,
  }))
  return [
    { parcelId: homeParcel.parcelId, address: home.address, legalDescription: homeParcel.legalDescription, ...inFalls },
    {
      parcelId: '17-03-123-046',
      address: '414 Lantern St',
      legalDescription: 'Lot 5, Block 2, Lantern Park Addition',
      ...inFalls,
    },
    {
      parcelId: '17-03-200-011',
      address: '1200 Mill Rd',
      legalDescription: 'Lot 1, Block 1, Millrace Addition',
      ...inFalls,
    },
    { parcelId: '17-03-200-012', address: '1200 Mill Rd', legalDescription: 'Parcel A, Millrace Addition', ...inFalls },
    ...units,
    { parcelId: '17-03-088-012', address: '41 Lark St', ...inFalls },
    { parcelId: '17-03-088-013', address: '41 1/2 Lark St', ...inFalls },
    { parcelId: '17-03-123-101', address: '41 N Larkspur Ln', ...inFalls },
    { parcelId: '22-11-301-003', address: '41 Larkin Rd', ...inRidge },
    { parcelId: '17-03-140-020', address: '412 Larkspur Ln', ...inFalls },
    { parcelId: '18-07-210-012', address: '12 Elm St', ...inFalls },
    { parcelId: '18-07-210-014', address: '12-14 Mill Rd', ...inFalls },
    { parcelId: '18-07-210-033', address: '12 Elm St Apt 3', ...inFalls },
    { parcelId: '22-11-301-045', address: '8801 State Highway 23', ...inRidge },
    { parcelId: '22-11-301-046', address: '2217 County Road 5', ...inRidge },
    { parcelId: '22-11-301-047', address: '77 Second Ave NE', ...inRidge },
  ]
}

type UpTo = (limit: number) => number

const writeLot = (upTo: UpTo, pick: <T>(list: readonly T[]) => T) =>
  `Lot ${1 + upTo(40)}, Block ${1 + upTo(8)}, ${pick(plats)} Addition`

const writeParcel = (upTo: UpTo) =>
  [11 + upTo(20), upTo(36) + 1, 100 + upTo(400), upTo(90) + 1]
    .map((part, index) => String(part).padStart([2, 2, 3, 3][index] ?? 0, '0'))
    .join('-')

/** The roll as the file that `npm run roll` reads. */
export const sampleRollCsv = (): string => rollHeaderLine + sampleRoll().map(writeRollLine).join('')
