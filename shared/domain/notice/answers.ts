import type { NoticeAnswer } from '#shared/contract/alert.ts'

/** The answers to a notice (decisions, section 8), as the email, its page and the audit log say them. */
export const noticeAnswers = {
  expected: 'I expected this',
  'not-me': 'This is not about me',
  wrong: 'This looks wrong',
} as const satisfies Record<NoticeAnswer, string>

export const noticeAnswerCodes = Object.keys(noticeAnswers) as [NoticeAnswer, ...NoticeAnswer[]]
