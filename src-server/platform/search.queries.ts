import { type RawBuilder, sql } from 'kysely'

export type Condition = RawBuilder<boolean>

export const whereAll = (conditions: Condition[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
// Lowercased by the database, as the stored text was.
const pattern = (like: string) => sql`lower(${like})`

/** One or two characters match beginnings only. */
export const isShort = (text: string): boolean => text.length <= 2

/** Patterns for `like`: anywhere, at the beginning, or at the beginning of a later word. */
export const containsPattern = (text: string) => pattern(`%${escaped(text)}%`)
export const prefixPattern = (text: string) => pattern(`${escaped(text)}%`)
export const laterWordPattern = (text: string) => pattern(`% ${escaped(text)}%`)

/** Letters and digits that have a code of their own in a column of letters (x, q, z and j do not). */
const plain = /^[a-ik-pr-wy\d]+$/i

/**
 * The part of a text that the index looks for. For an email address, the local part and the beginning of the domain:
 * thousands share the rest, and reading them all would be slow.
 */
const toIndexTerm = (text: string) => text.replace(/^(.{3,}@..).+$/u, '$1')

/**
 * Whether a row contains a text of three characters or more, by the trigram index. The index may also find similar
 * rows, so the text itself is checked too, unless the index is exact for it.
 * @param letters the table's `search_letters`, kept by the database
 * @param holds asks the row for the text itself
 */
export const matchesTrigrams = (letters: RawBuilder<unknown>, text: string, holds: Condition): Condition => {
  const looksLike = sql<boolean>`${letters} like '%' || as_letters(lower(${toIndexTerm(text)}::text)) || '%'`
  // Inside coalesce, the planner does not treat the two conditions as independent and rare.
  return plain.test(text) ? looksLike : sql`(${looksLike} and coalesce(${holds}, false))`
}
