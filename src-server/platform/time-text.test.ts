import { expect, test } from 'vitest'
import { formatTime } from '#shared/domain/dates.ts'
import { createTimeFormatter } from './time-text.ts'

test.each(['America/Chicago', 'Pacific/Honolulu', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Guam'])(
  'formats times of %s as screens do, across the changes of the clocks',
  (zone) => {
    const text = createTimeFormatter(zone)
    const start = Date.parse('2026-01-01T00:00:00Z')
    for (let hours = 0; hours < 366 * 24; hours += 7) {
      const moment = new Date(start + hours * 3_600_000 + hours * 61_000)
      expect(text(moment)).toBe(formatTime(moment, zone))
    }
    for (const change of [
      '2026-03-08T08:00:00Z',
      '2026-11-01T07:00:00Z',
      '2026-04-04T15:00:00Z',
      '2026-10-03T15:30:00Z',
    ])
      for (let minutes = -90; minutes <= 90; minutes += 15) {
        const moment = new Date(Date.parse(change) + minutes * 60_000)
        expect(text(moment)).toBe(formatTime(moment, zone))
      }
    expect(text(null)).toBe('')
  },
)
