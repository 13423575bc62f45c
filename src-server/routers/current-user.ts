import type { Reply } from '#shared/contract/envelope.ts'
import { router, signedIn } from '../trpc/init.ts'
import { type CurrentUser, currentUserView } from '../users/current-user.ts'

export const currentUserRouter = router({
  /** Whether there is a session, for the client's route guard; 403 where there is none. */
  loginStatus: signedIn.query(({ ctx }): Reply<CurrentUser> => ({ content: currentUserView(ctx.user) })),
})
