import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/routers/router.ts'

export type FeedCalls = inferRouterOutputs<AppRouter>['feeds']
export type FeedDetail = FeedCalls['get']['content']
export type ParsedDocument = FeedCalls['checkMapping']['content']['documents'][number]
