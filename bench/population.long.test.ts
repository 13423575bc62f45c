import { describe, expect, test } from 'vitest'
import { makePopulation } from '#scripts/made-up/population.ts'
import { randomAt, zipf } from '#scripts/made-up/random.ts'
import { parseAlert, alertKeys, decide } from '#shared/matching/public.ts'
import { readAll, toTakenEvents } from './support/matching.ts'

describe('a generated population', () => {
  test('is the same for one seed and differs between seeds', () => {
    const [one, same, other] = [makePopulation(), makePopulation(), makePopulation({ seed: 7 })]
    for (const index of [0, 1, 9_999, 54_321]) {
      expect(same.alertAt(index)).toEqual(one.alertAt(index))
      expect(same.recordAt(index)).toEqual(one.recordAt(index))
      expect(other.alertAt(index)).not.toEqual(one.alertAt(index))
    }
  })

  test.each([0.5, 3])('with %d hits a record, records match exactly their target alerts', (hitsPerRecord) => {
    const population = makePopulation({ hitsPerRecord, targets: 500 })
    const records = 400
    const alerts = Array.from({ length: 5_000 }, (_, index) => parseAlert(population.alertAt(index).criteria, null))
    const byKey = Map.groupBy(
      alerts.flatMap((alert, index) => [...new Set(alertKeys(alert))].map((key) => ({ key, index }))),
      ({ key }) => key,
    )
    let met = 0
    for (const { event, record, keys } of readAll(toTakenEvents(population, 0, records))) {
      const candidates = new Set(keys.flatMap((key) => (byKey.get(key) ?? []).map(({ index }) => index)))
      const matched = [...candidates].filter((index) => decide(alerts[index]!, record))
      expect(matched.toSorted((a, b) => a - b)).toEqual(
        population.recordAt(event.id - 1).hits.toSorted((a, b) => a - b),
      )
      met += matched.length
    }
    expect(Math.abs(met / records - hitsPerRecord)).toBeLessThan(0.1)
  })

  test('with typing slips on for all, records match exactly their target alerts', () => {
    const population = makePopulation({ targets: 500, typingSlips: true })
    const alerts = Array.from({ length: 5_000 }, (_, index) => parseAlert(population.alertAt(index).criteria, null))
    for (const { event, record } of readAll(toTakenEvents(population, 0, 50))) {
      const matched = alerts.keys().filter((index) => decide(alerts[index]!, record))
      expect(matched.toArray()).toEqual(population.recordAt(event.id - 1).hits.toSorted((a, b) => a - b))
    }
  })

  test('name frequencies are as uneven as in a census', () => {
    const population = makePopulation()
    const surnames = new Map<string, number>()
    let people = 0
    for (let index = 0; index < 20_000; index++) {
      const { criteria } = population.alertAt(index)
      if (criteria.alertType !== 'NAME') continue
      people++
      surnames.set(criteria.lastName, (surnames.get(criteria.lastName) ?? 0) + 1)
    }
    const most = surnames
      .values()
      .toArray()
      .toSorted((a, b) => b - a)
    expect(most[0]! / people).toBeGreaterThan(0.004)
    expect(most[0]! / people).toBeLessThan(0.02)
    expect(most.slice(0, 100).reduce((sum, count) => sum + count, 0) / people).toBeGreaterThan(0.08)
    expect(surnames.size).toBeGreaterThan(4_000)
  })
})

test('a draw by rank yields every rank, low ranks most often', () => {
  const random = randomAt(1)
  const draw = zipf(5, 0, 1)
  const counts = [0, 0, 0, 0, 0]
  for (let times = 0; times < 10_000; times++) counts[draw(random)]!++
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(counts[4]).toBeGreaterThan(0)
})
