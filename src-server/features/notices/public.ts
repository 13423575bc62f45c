// What this feature shares with others.
export { measureMatch } from './answer-cause.ts'
export type { AnswerCause } from './answer-cause.queries.ts'
