import type { GeneratedAlert, GeneratedRecord, Population } from '#scripts/made-up/population.ts'
import { type Random, randomAt } from '#scripts/made-up/random.ts'
import { ownerIdFor } from '../../bench/support/fill.ts'

/** A document that a feed posts twice, the second time with other content. */
export type ChangingRecord = { kind: ChangeKind; first: GeneratedRecord; second: GeneratedRecord }

/** How it changes. The hits of a version are the alerts whose owners we notify if no other version follows. */
export const changeKinds = [
  'another party joins',
  'stays restricted',
  'becomes restricted',
  'is restricted no longer',
  'a possible match becomes certain',
] as const
type ChangeKind = (typeof changeKinds)[number]

/** A text in the content of each record that is restricted at any time, and nowhere else. */
export const sealedWord = 'WITHHELD'

/** The same record, which also names what another alert watches. */
export function withHit({ event, hits }: GeneratedRecord, hit: number, { criteria }: GeneratedAlert): GeneratedRecord {
  const parties = [...(event.parties ?? [])]
  const parcels = [...(event.parcels ?? [])]
  switch (criteria.alertType) {
    case 'NAME':
      parties.push({ role: 'Grantee', name: `${criteria.lastName}, ${criteria.firstName}`.toUpperCase() })
      break
    case 'BUSINESS':
      parties.push({ role: 'Grantee', name: criteria.businessName.toUpperCase() })
      break
    case 'PARCEL_ID':
      parcels.push(criteria.parcelId)
  }
  return { event: { ...event, parties, parcels }, hits: [...hits, hit] }
}

/** Given names, as no alert of the population has. */
const stranger = 'THESSALY'

/**
 * The same record, which also has a name that may be this alert's person: its first name comes second, as a middle name
 * does. That is possible only.
 */
export function withPossible({ event, hits }: GeneratedRecord, { criteria }: GeneratedAlert): GeneratedRecord {
  if (criteria.alertType !== 'NAME') throw new Error('Only a name is possible.')
  const [first = ''] = criteria.firstName.split(' ')
  const name = `${criteria.lastName}, ${stranger} ${first}`.toUpperCase()
  return { event: { ...event, parties: [...(event.parties ?? []), { role: 'Grantee', name }] }, hits }
}

/**
 * The changing record with this index: the same for the same seed. Alerts on names and businesses get a notice of a
 * restricted record only when staff release it, which does not happen in a run; owners of its parcels get theirs
 * immediately.
 */
export function composeChange(
  population: Pick<Population, 'alertAt' | 'recordAt'>,
  { seed, index, targets }: { seed: number; index: number; targets: number },
): ChangingRecord {
  const random = randomAt(seed + 57, index)
  const kind = changeKinds[index % changeKinds.length] ?? 'another party joins'
  const plain = population.recordAt(index)
  const add = (record: GeneratedRecord, hit: number) => withHit(record, hit, population.alertAt(hit))
  const isParcel = (hit: number) => population.alertAt(hit).criteria.alertType === 'PARCEL_ID'
  const addParcel = (record: GeneratedRecord) => add(record, pickOther(random, { targets, isGood: isParcel, record }))
  const restrict = ({ event, hits }: GeneratedRecord): GeneratedRecord => ({
    event: { ...event, restricted: true },
    hits: hits.filter(isParcel),
  })
  if (kind === 'another party joins')
    return { kind, first: plain, second: add(plain, pickOther(random, { targets, isGood: () => true, record: plain })) }
  if (kind === 'a possible match becomes certain') {
    const hit = pickOther(random, { targets, isGood: (other) => isName(population, other), record: plain })
    return { kind, first: withPossible(plain, population.alertAt(hit)), second: add(plain, hit) }
  }
  const open = addParcel(seal(plain))
  switch (kind) {
    case 'stays restricted':
      return { kind, first: restrict(open), second: restrict(addParcel(open)) }
    case 'becomes restricted':
      return { kind, first: open, second: restrict(open) }
    case 'is restricted no longer':
      return { kind, first: restrict(open), second: open }
  }
}

function seal({ event, hits }: GeneratedRecord): GeneratedRecord {
  const parties = [...(event.parties ?? []), { role: 'Grantor', name: sealedWord }]
  return { event: { ...event, legalDescription: `${sealedWord} ${event.legalDescription}`, parties }, hits }
}

/** Whether an alert watches a person. */
const isName = ({ alertAt }: Pick<Population, 'alertAt'>, hit: number) => alertAt(hit).criteria.alertType === 'NAME'

/** An alert of a person whose owner the record does not notify; the same for the same random numbers. */
export const pickPossible = (
  random: Random,
  {
    population,
    targets,
    record,
  }: { population: Pick<Population, 'alertAt'>; targets: number; record: GeneratedRecord },
): number => pickOther(random, { targets, isGood: (hit) => isName(population, hit), record })

/** An alert of an owner whom no version notifies yet: a second message to the same owner would be right, but not certain. */
function pickOther(
  random: Random,
  { targets, isGood, record }: { targets: number; isGood: (hit: number) => boolean; record: GeneratedRecord },
): number {
  const owners = new Set(record.hits.map(ownerIdFor))
  const from = random.below(targets)
  for (let step = 0; step < targets; step++) {
    const hit = (from + step) % targets
    if (isGood(hit) && !owners.has(ownerIdFor(hit))) return hit
  }
  throw new Error(`A world of ${targets} alerts is too small for records that change.`)
}
