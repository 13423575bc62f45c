// What this feature shares with others.
export { PossibleMatchItem } from './possible-match-item.tsx'
export { PossibleMatchesCard } from './possible-matches-card.tsx'
export { toMatchKey, useShownMatches } from './use-shown-matches.ts'
