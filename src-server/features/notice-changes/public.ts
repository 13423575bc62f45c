export { findNeededUntil, listAlertIds, stopKeeping } from './notice-change.queries.ts'
export { recordAccountOff, withNoticeChanges } from './record-changes.ts'
