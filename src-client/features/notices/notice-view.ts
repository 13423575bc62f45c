import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'

/** What the server tells of a notice. */
export type NoticeView = inferRouterOutputs<AppRouter>['notices']['show']['content']
export type Answer = NonNullable<NoticeView['answer']>

export const answers: readonly Answer[] = ['expected', 'not-me', 'wrong']
