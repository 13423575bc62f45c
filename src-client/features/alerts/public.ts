// What this feature shares with others.
export { AlertStatus } from './status/alert-status.tsx'
export { AnswerLine } from './history/answer-line.tsx'
export { useResend } from './status/use-resend.ts'
