// What this feature shares with others.
export { CallBar } from './call-bar.tsx'
export { type NoticeView } from './notice-view.ts'
export { RecordAnswer } from './record-answer.tsx'
export { ReportSteps } from './report-steps.tsx'
export { shownNotice, useShownNotice } from './use-shown-notice.ts'
