export type { UserFilter } from './user-list.queries.ts'
export { userConditions } from './user-list.queries.ts'
