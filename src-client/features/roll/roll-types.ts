import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/routers/router.ts'

export type RollVersions = inferRouterOutputs<AppRouter>['rollVersions']['list']['content']
export type RollVersion = NonNullable<RollVersions['current']>
export type PendingRoll = NonNullable<RollVersions['coming']>
