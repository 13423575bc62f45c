import { useState } from 'react'
import type { PossibleMatchKey, PossibleMatchView } from '#shared/contract/possible-match.ts'

export const toMatchKey = ({ eventId, alertId }: PossibleMatchKey): string => `${eventId} ${alertId}`

/** The matches seen before with those that arrived since, each where the server lists it. */
function mergeInOrder(seen: readonly PossibleMatchView[], listed: readonly PossibleMatchView[]): PossibleMatchView[] {
  const merged = [...seen]
  for (const [index, match] of listed.entries()) {
    if (merged.some((known) => toMatchKey(known) === toMatchKey(match))) continue
    const later = new Set(listed.slice(index + 1).map(toMatchKey))
    const at = merged.findIndex((known) => later.has(toMatchKey(known)))
    merged.splice(at === -1 ? merged.length : at, 0, match)
  }
  return merged
}

type Changed = { match: PossibleMatchView; listed: readonly PossibleMatchView[] }

/**
 * The matches to show: those that the server lists, and in their places those that were answered here, so that an answer
 * stays in sight with what follows from it.
 */
export function useShownMatches(listed: readonly PossibleMatchView[]) {
  const [seen, setSeen] = useState(listed)
  const [changed, setChanged] = useState<ReadonlyMap<string, Changed>>(new Map())
  const all = mergeInOrder(seen, listed)
  if (all.length > seen.length) setSeen(all)
  const current = new Map(listed.map((match) => [toMatchKey(match), match]))
  return {
    shown: all.flatMap((match) => {
      const key = toMatchKey(match)
      const own = changed.get(key)
      const theirs = current.get(key)
      // A list that was loaded since knows better.
      return (own?.listed === listed ? own.match : (theirs ?? own?.match)) ?? []
    }),
    onChanged: (match: PossibleMatchView) => setChanged(new Map(changed).set(toMatchKey(match), { match, listed })),
  }
}
