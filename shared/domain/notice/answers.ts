import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'

/** The labels of the answers to a notice in the email, on its page and in the audit log. */
export const noticeAnswerLabels = {
  expected: 'I expected this',
  'not-me': 'This is not about me',
  wrong: 'This looks wrong',
} as const satisfies Record<NoticeAnswer, string>

export const noticeAnswerCodes = Object.keys(noticeAnswerLabels) as [NoticeAnswer, ...NoticeAnswer[]]
