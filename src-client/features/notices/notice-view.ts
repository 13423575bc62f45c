import type { inferRouterOutputs } from '@trpc/server'
import type { NoticeAnswer } from '#shared/contract/alert.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import type { AppRouter } from '#server/router.ts'

/** What the server tells of a notice. */
export type NoticeView = inferRouterOutputs<AppRouter>['notices']['show']['content']

/** The answer that the link of a message carries in `?answer=`. It is only offered: mail programs open links too. */
export function chosenAnswer(search: string): NoticeAnswer | undefined {
  const chosen = new URLSearchParams(search).get('answer')
  return noticeAnswerCodes.find((answer) => answer === chosen)
}

/**
 * The answer that the page says was given. Who chose another in this message than they gave to another message of the
 * record is asked.
 */
export function saidAnswer(
  { answer, answeredElsewhere }: Pick<NoticeView, 'answer' | 'answeredElsewhere'>,
  chosen: NoticeAnswer | undefined,
): NoticeAnswer | null {
  return answeredElsewhere && chosen && chosen !== answer ? null : answer
}
