import { currentUserRouter } from './routers/current-user.ts'
import { createCallerFactory, router } from './trpc/init.ts'

/** Keys carry the documented names: `userView.alertDelete` is also POST /api/userView/alertDelete. */
export const appRouter = router({
  currentUser: currentUserRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
