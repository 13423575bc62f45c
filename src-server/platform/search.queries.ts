import { type RawBuilder, sql } from 'kysely'
import { countedAtOnce } from '#shared/contract/paging.ts'

/** How a list of the control panel looks for a text that many rows hold. */
export const listBounds = {
  /** Up to this many hits are fetched whole, sorted and counted. */
  sortedWhole: countedAtOnce,
  /** With more hits, this many rows at the head of the list are looked through first. */
  lookedThrough: 50_000,
}

export type Condition = RawBuilder<boolean>

export const whereAll = (conditions: Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
// In lower case by the database, as what is stored was.
const pattern = (like: string) => sql`lower(${like})`

/** For `like`: anywhere, at the beginning, or at the beginning of a word that is not the first. */
export const containsPattern = (text: string) => pattern(`%${escaped(text)}%`)
export const prefixPattern = (text: string) => pattern(`${escaped(text)}%`)
export const laterWordPattern = (text: string) => pattern(`% ${escaped(text)}%`)

/** Letters and digits that stand for themselves alone in a column of letters (migration 0020: x, q, z and j do not). */
const plain = /^[a-ik-pr-wy\d]+$/i

/**
 * What the index is asked of a text. Of an address, what comes before the '@' and how its domain begins: the rest
 * thousands have, and to read who they are takes longer than all else.
 */
const toIndexTerm = (text: string) => text.replace(/^(.{3,}@..).+$/u, '$1')

/**
 * Whether a row holds a text of three characters or more, by the index of trigrams. That index may find rows which only
 * look like it; the text itself is asked beside it, but where nothing else can look like it.
 * @param letters the table's `search_letters`, kept by the database
 * @param holds asks the row for the text itself
 */
export const matchesTrigrams = (letters: RawBuilder<unknown>, text: string, holds: Condition): Condition => {
  const looksLike = sql<boolean>`${letters} like '%' || as_letters(lower(${toIndexTerm(text)}::text)) || '%'`
  // Within coalesce the planner does not take both for two rare things that seldom meet.
  return plain.test(text) ? looksLike : sql`(${looksLike} and coalesce(${holds}, false))`
}
