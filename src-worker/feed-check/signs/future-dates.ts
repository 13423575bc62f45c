import { addDays, dayToWire } from '#shared/domain/dates.ts'
import type { Checked, Sign } from './sign.ts'

/** Records dated after tomorrow: the recorder's clock or a typed year is wrong, and we stored them as they are. */
export function detectFutureDates({ records, today }: Checked): Sign | null {
  const latest = addDays(today, 1)
  const ahead = records.filter(({ recorded_on: day }) => day > latest)
  const [newest] = ahead
  if (!newest) return null
  return {
    kind: 'futureDates',
    change: null,
    found: ahead.map(({ document_id: id, recorded_on: day }) => `${id}, ${dayToWire(day)}`),
    of: records.length,
    ...(newest.document_url && { link: newest.document_url }),
  }
}
