import { expect, test } from 'vitest'
import { sampleRecords } from '#scripts/samples/records.ts'

const now = new Date('2031-03-05T16:20:00Z')
const records = sampleRecords(now)

test('has about three hundred records with unique documents', () => {
  expect(records).toHaveLength(300)
  expect(new Set(records.map((record) => record.documentIdentifier)).size).toBe(300)
})

test('has records of the last ten days, some with a date only', () => {
  const times = records.map((record) => new Date(record.recordedAt).getTime())
  expect(Math.max(...times)).toBeLessThan(now.getTime())
  expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 10.7 * 86_400_000)
  expect(records.filter((record) => /^\d{4}-\d\d-\d\d$/.test(record.recordedAt)).length).toBeGreaterThan(10)
})

test('generates the same records after an interruption', () => {
  expect(sampleRecords(now)).toEqual(records)
})
