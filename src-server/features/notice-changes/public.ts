export { cancelWaitingMessages, findNeededUntil, listAlertIds, stopKeeping } from './notice-change.queries.ts'
export { recordAccountOff, tellAccountDeleted, withNoticeChanges } from './record-changes.ts'
