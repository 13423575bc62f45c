export { findNeededUntil, listAlertIds, forgetRecipient } from './notice-change.queries.ts'
export { recordAccountOff, withNoticeChanges } from './record-changes.ts'
