import {
  makePopulation,
  type GeneratedAlert,
  type GeneratedRecord,
  type Population,
} from '#scripts/made-up/population.ts'
import { randomAt } from '#scripts/made-up/random.ts'
import { ownerIdFor } from '../../bench/support/fill.ts'
import { type ChangingRecord, composeChange, pickPossible, withHit, withPossible } from './changes.ts'
import { type Person, personAt } from './people.ts'

/** A county composed from a seed: people, their alerts, and records that name them. */
export type World = Pick<Population, 'alertAt' | 'recordAt'> & {
  /** Alerts, two for each owner. */
  alerts: number
  people: Person[]
  personAt(ownerId: number): Person
  /** The alert that this record meets possibly, if any. */
  possibleAt(index: number): number | undefined
  /** A record that changes. Its index must not be another record's. */
  changeAt(index: number): ChangingRecord
}

/** Of a hundred records, how many meet both alerts of an owner, and how many meet two owners of one household's pair. */
const [ofOneOwner, ofTwoOwners] = [0.12, 0.08]
/** How many meet an alert possibly, one of a few: each of these has several in a week. */
const ofPossible = 0.3
const metPossibly = 80

const inPairs = (count: number) => Math.max(4, count - (count % 4))

/** Alerts on people collect possible matches. With other options, that would also change what notifies. */
function collectPossible(alert: GeneratedAlert): GeneratedAlert {
  const { criteria } = alert
  if (criteria.alertType !== 'NAME' || criteria.variants.typingSlips) return alert
  return { ...alert, criteria: { ...criteria, variants: { ...criteria.variants, possible: true } } }
}

/**
 * @param alerts at least four; rounded down to whole pairs of owners
 * @param targets how many of them records name
 */
export function composeWorld({
  seed,
  alerts,
  targets = 2_000,
}: {
  seed: number
  alerts: number
  targets?: number
}): World {
  const count = inPairs(alerts)
  const population = makePopulation({ seed, targets: inPairs(Math.min(count, targets)) })
  const people = Array.from({ length: ownerIdFor(count - 1) }, (_, place) => personAt(seed, place + 1))
  const getPerson = (ownerId: number): Person => {
    const person = people[ownerId - 1]
    if (!person) throw new Error(`Nobody has the id ${ownerId}.`)
    return person
  }
  const alertAt = (index: number) => collectPossible(population.alertAt(index))
  const hitsAt = (index: number): GeneratedRecord => {
    const record = population.recordAt(index)
    const [hit = 0] = record.hits
    const kind = randomAt(seed + 52, index).next()
    if (kind < ofOneOwner) return withHit(record, hit ^ 1, population.alertAt(hit ^ 1))
    if (kind < ofOneOwner + ofTwoOwners) return withHit(record, hit ^ 2, population.alertAt(hit ^ 2))
    return record
  }
  const possibleAt = (index: number): number | undefined => {
    const random = randomAt(seed + 58, index)
    if (random.next() >= ofPossible) return undefined
    return pickPossible(random, {
      population,
      targets: Math.min(population.targets, metPossibly),
      record: hitsAt(index),
    })
  }
  const recordAt = (index: number): GeneratedRecord => {
    const possible = possibleAt(index)
    return possible === undefined ? hitsAt(index) : withPossible(hitsAt(index), population.alertAt(possible))
  }
  const changeAt = (index: number) => composeChange(population, { seed, index, targets: population.targets })
  return { alerts: count, alertAt, recordAt, possibleAt, changeAt, people, personAt: getPerson }
}
