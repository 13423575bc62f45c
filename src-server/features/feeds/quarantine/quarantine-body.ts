import { findBrokenBound } from '#server/platform/json-bounds.ts'
import { feedLimits } from '#shared/contract/feed.ts'
import { toJson } from '../records/parse-event.ts'

/** Quarantine stores this many characters of an item. */
const maxKeptCharacters = 1_000_000

/**
 * An item as JSON text that the database can store: as sent if possible; if it is nested too deep or too long, a JSON
 * string of its text.
 */
export function toQuarantineBody(sent: unknown): string {
  const text = toJson(sent ?? null)
  if (text === null) return '"(nested too deep to keep)"'
  if (text.length > maxKeptCharacters || findBrokenBound(text, { depth: feedLimits.jsonDepth }))
    return JSON.stringify(text.slice(0, maxKeptCharacters))
  return text
}
