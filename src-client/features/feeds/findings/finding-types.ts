import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/routers/router.ts'

type FeedCalls = inferRouterOutputs<AppRouter>['feeds']

/** The feed whose findings are shown. */
export type FeedDetail = FeedCalls['get']['content']
export type Findings = FeedCalls['findings']['content']
export type Finding = Findings['findings'][number]
