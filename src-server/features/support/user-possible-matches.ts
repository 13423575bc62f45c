import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import type { PossibleMatchPage } from '#shared/contract/possible-match.ts'
import { toStaffSentence } from '#shared/matching/public.ts'
import { readPossibleMatches } from '../possible-matches/public.ts'

/**
 * A user's list 'Maybe about you', as staff read it.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function listUserPossibleMatches(
  deps: ServerDeps,
  actor: Actor,
  { userId, page }: { userId: number; page: number },
): Promise<PossibleMatchPage> {
  await findVisibleUser(deps.db, actor, userId)
  const { matches, ...counts } = await readPossibleMatches(deps, userId, toLimitOffset(page))
  return { matches: matches.map((match) => ({ ...match, sentence: toStaffSentence(match.sentence) })), ...counts }
}
