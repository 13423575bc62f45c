import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/routers/router.ts'

/** A notice as the server returns it. */
export type NoticeView = inferRouterOutputs<AppRouter>['notices']['show']['content']
