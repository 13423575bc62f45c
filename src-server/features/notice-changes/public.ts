export { cancelWaitingMessages, findNeededUntil, forgetRecipient, listAlertIds } from './notice-change.queries.ts'
export { recordAccountOff, withNoticeChanges } from './record-changes.ts'
