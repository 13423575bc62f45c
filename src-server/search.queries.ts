import { type RawBuilder, sql } from 'kysely'

/**
 * What an index of trigrams finds of a text of three characters or more: all rows that hold it, and perhaps some that do
 * not. Ask for the text itself beside it.
 * @param column the table's `search_letters`, kept by the database
 */
export const hasLetters = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql`${column} like '%' || as_letters(lower(${text}::text)) || '%'`
