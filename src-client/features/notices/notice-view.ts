import type { inferRouterOutputs } from '@trpc/server'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import type { AppRouter } from '#server/router.ts'

/** A notice as the server returns it. */
export type NoticeView = inferRouterOutputs<AppRouter>['notices']['show']['content']

/** The answer in `?answer=` of a message's link. It is only preselected, because mail programs open links too. */
export function chosenAnswer(search: string): NoticeAnswer | undefined {
  const chosen = new URLSearchParams(search).get('answer')
  return noticeAnswerCodes.find((answer) => answer === chosen)
}

/**
 * The answer that the page shows as given. A reader who chose another answer in this message than for another message
 * about the record is asked.
 */
export function getGivenAnswer(
  { answer, answeredElsewhere }: Pick<NoticeView, 'answer' | 'answeredElsewhere'>,
  chosen: NoticeAnswer | undefined,
): NoticeAnswer | null {
  return answeredElsewhere && chosen && chosen !== answer ? null : answer
}
