import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'

/** What the server tells of a notice. */
export type NoticeView = inferRouterOutputs<AppRouter>['notices']['show']['content']
export type Answer = NonNullable<NoticeView['answer']>

export const answers: readonly Answer[] = ['expected', 'not-me', 'wrong']

/** The answer that the link of a message carries in `?answer=`. It is only offered: mail programs open links too. */
export function chosenAnswer(search: string): Answer | undefined {
  const chosen = new URLSearchParams(search).get('answer')
  return answers.find((answer) => answer === chosen)
}
