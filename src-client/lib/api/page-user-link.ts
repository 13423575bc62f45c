import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { otherUserStatus } from '#shared/contract/errors.ts'
import { askedFor } from './errors.ts'
import { pageUser, tellOutdated } from './page-user.ts'

/**
 * Keeps with each call for whom its page was open when it was made, also where it is made once more later; a call that
 * the server refuses because someone else is logged in by now shows that the page is outdated.
 */
export const pageUserLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    next({ ...op, context: { ...op.context, pageUser: pageUser.get() } }).pipe(
      tap({
        error: (error) => {
          if (askedFor(error) === otherUserStatus) tellOutdated('other')
        },
      }),
    )
