export type { UserFilter } from './user-list.queries.ts'
export { matches } from './user-list.queries.ts'
