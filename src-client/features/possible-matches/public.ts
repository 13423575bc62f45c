// What this feature shares with others.
export { PossibleMatchItem } from './possible-match-item.tsx'
export { PossibleMatchesCard } from './possible-matches-card.tsx'
export { WeeklyStopped } from './weekly-stopped.tsx'
export { toMatchKey, useShownMatches } from './use-shown-matches.ts'
