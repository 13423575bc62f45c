// What this feature shares with others.
export { type NoticeView } from './notice-view.ts'
export { RecordAnswer } from './record-answer.tsx'
export { useShownNotice } from './use-shown-notice.ts'
