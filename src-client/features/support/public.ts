// What this feature shares with others.
export { SuspiciousRecordList } from './suspicious-records/suspicious-record-list.tsx'
export { SupportDesk } from './desk/support-desk.tsx'
