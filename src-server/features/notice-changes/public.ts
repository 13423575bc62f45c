export { cancelWaitingMessages, findNeededUntil, forgetRecipient, listAlertIds } from './notice-change.queries.ts'
export { recordAccountOff, tellAccountDeleted, withNoticeChanges } from './record-changes.ts'
