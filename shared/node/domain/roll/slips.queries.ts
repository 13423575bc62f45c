import { sql } from 'kysely'
import type { FindWord } from '#shared/domain/property/find-query.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { findMiddle, isOneLetterOff } from '#shared/text/one-letter.ts'

/** More of a roll's words for one typed word would help no user. */
const maxCandidates = 2000
const reverse = (word: string): string => [...word].toReversed().join('')

/** The two letters at the middle, swapped: the one slip that leaves neither half of a word intact. */
function swapMiddle(word: string): string {
  const middle = findMiddle(word)
  return word.slice(0, middle - 1) + word.charAt(middle) + word.charAt(middle - 1) + word.slice(middle + 1)
}

/**
 * The words of a roll's places that are one letter off, by the typed word. One letter leaves the first or the last half
 * of a word intact, so we look up both halves, and the rule decides.
 */
export async function findSlips(
  db: Db | Tx,
  rollId: number,
  words: readonly FindWord[],
): Promise<Map<string, string[]>> {
  const slips = new Map(words.flatMap(({ typed, slips: forms }) => (forms ? [[typed, forms] as const] : [])))
  if (slips.size === 0) return new Map()
  const typed = [...slips.keys()]
  const beginnings = typed.map((word) => word.slice(0, findMiddle(word)))
  const endings = typed.map((word) => reverse(word.slice(findMiddle(word))))
  const { rows } = await sql<{ typed: string; word: string }>`
    select t.typed, s.word
    from unnest(${typed}::text[], ${beginnings}::text[], ${endings}::text[], ${typed.map(swapMiddle)}::text[])
      as t (typed, beginning, ending, swapped)
    cross join lateral (
      select word from place_spelling
      where roll_id = ${rollId} and word between t.beginning and (t.beginning || '~')
        and length(word) between length(t.typed) - 1 and length(t.typed) + 1
      union
      select word from place_spelling
      where roll_id = ${rollId} and backward between t.ending and (t.ending || '~')
        and length(word) between length(t.typed) - 1 and length(t.typed) + 1
      union
      select word from place_spelling where roll_id = ${rollId} and word = t.swapped
      limit ${maxCandidates}
    ) s`.execute(db)
  const found = new Map(typed.map((word) => [word, [...(slips.get(word) ?? [])]]))
  for (const row of rows) if (isOneLetterOff(row.typed, row.word)) found.get(row.typed)?.push(row.word)
  return found
}
