import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '#server/routers/router.ts'
import { otherUserStatus } from '#shared/contract/errors.ts'
import { askedFor } from './errors.ts'
import { pageUser, notifyOutdated } from './page-user.ts'

/**
 * Records with each call the user for whom its page was open, also for repeated calls. A call that the server rejects
 * because someone else has logged in shows that the page is outdated.
 */
export const pageUserLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    next({ ...op, context: { ...op.context, pageUser: pageUser.get() } }).pipe(
      tap({
        error: (error) => {
          if (askedFor(error) === otherUserStatus) notifyOutdated('other')
        },
      }),
    )
