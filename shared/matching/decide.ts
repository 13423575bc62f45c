import type { ReadAlert } from '#shared/matching/alert.ts'
import type { ReadRecord } from '#shared/matching/record.ts'
import type { Match } from '#shared/matching/types.ts'

export function decide(_alert: ReadAlert, _record: ReadRecord): Match | null {
  return null
}
