// What this feature shares with others.
export { readPossibleMatches } from './list-possible-matches.ts'
