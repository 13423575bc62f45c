// What this feature shares with others.
export { CodeEntry } from './form/recipients/code-entry.tsx'
export { AlertStatus } from './status/alert-status.tsx'
export { PrintButton } from './history/print-button.tsx'
export { RecordItems } from './history/record-item.tsx'
export { useResend } from './status/use-resend.ts'
