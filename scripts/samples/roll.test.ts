import fs from 'node:fs'
import { expect, test } from 'vitest'
import { alerts, home } from './demo-county.ts'
import { samplePlaces, sampleRecords } from './records.ts'
import { sampleRoll, sampleRollCsv } from './roll.ts'

test('roll.csv is what roll.ts generates', () => {
  // After a change of either: node scripts/samples/write-roll.ts
  expect(fs.readFileSync(new URL('./roll.csv', import.meta.url), 'utf8')).toBe(sampleRollCsv())
})

test('has every parcel of the records and of the alerts, and the address of the profiles', () => {
  const rows = sampleRoll()
  const ids = new Set(rows.map(({ parcelId }) => parcelId))
  expect(ids.size).toBe(rows.length)
  expect(rows).toHaveLength(2_000)
  const wanted = [
    ...sampleRecords(new Date('2026-03-01T12:00:00Z')).flatMap(({ parcels }) => parcels),
    ...alerts.flatMap((alert) => (alert.alertType === 'PARCEL_ID' ? [alert.parcelId] : [])),
  ]
  expect(wanted.filter((id) => !ids.has(id))).toEqual([])
  expect(rows).toContainEqual(
    expect.objectContaining({ parcelId: '17-03-123-045', address: home.address, city: home.city, zip: home.zip }),
  )
})

test('a record of one parcel describes it as the roll does', () => {
  const rows = new Map(sampleRoll().map((row) => [row.parcelId, row]))
  const described = new Set<string>()
  for (const { parcels, legalDescription, address } of samplePlaces()) {
    const [id = ''] = parcels
    // Of two records of a parcel, the roll follows the first.
    if (parcels.length > 1 || described.has(id)) continue
    described.add(id)
    expect(rows.get(id)).toMatchObject({ legalDescription, address })
  }
  expect(described.size).toBeGreaterThan(200)
})
