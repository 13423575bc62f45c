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
