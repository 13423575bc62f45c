import { feedLimits } from '#shared/contract/feed.ts'
import { brokenBound } from '#server/platform/json-bounds.ts'
import { toJson } from './read-event.ts'

/** Characters of one item kept in quarantine; of a longer one, its beginning. */
const maxKeptCharacters = 1_000_000

/**
 * An item as JSON text that the database can keep: as it was sent where that is possible; nested too deep or too long,
 * as a JSON string of its text.
 */
export function toQuarantineBody(sent: unknown): string {
  const text = toJson(sent ?? null)
  if (text === null) return '"(nested too deep to be kept)"'
  if (text.length > maxKeptCharacters || brokenBound(text, { depth: feedLimits.jsonDepth }))
    return JSON.stringify(text.slice(0, maxKeptCharacters))
  return text
}
