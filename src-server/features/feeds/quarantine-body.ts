import { feedLimits } from '#shared/contract/feed.ts'
import { findBrokenBound } from '#server/platform/json-bounds.ts'
import { toJson } from './read-event.ts'

/** Characters of one item kept in quarantine; of a longer one, its beginning. */
const keptAtMost = 1_000_000

/**
 * An item as JSON text that the database can keep: as it was sent where that is possible; nested too deep or too long,
 * as a JSON string of its text.
 */
export function quarantineBody(sent: unknown): string {
  const text = toJson(sent ?? null)
  if (text === null) return '"(nested too deep to keep)"'
  if (text.length > keptAtMost || findBrokenBound(text, { depth: feedLimits.nesting }))
    return JSON.stringify(text.slice(0, keptAtMost))
  return text
}
