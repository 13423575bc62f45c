import type { inferRouterOutputs } from '@trpc/server'
import type { NoticeAnswer } from '#shared/contract/alert.ts'
import { noticeAnswerCodes } from '#shared/rules/notice-answers.ts'
import type { AppRouter } from '#server/router.ts'

/** What the server tells of a notice. */
export type NoticeView = inferRouterOutputs<AppRouter>['notices']['show']['content']

/** The answer that the link of a message carries in `?answer=`. It is only offered: mail programs open links too. */
export function chosenAnswer(search: string): NoticeAnswer | undefined {
  const chosen = new URLSearchParams(search).get('answer')
  return noticeAnswerCodes.find((answer) => answer === chosen)
}
