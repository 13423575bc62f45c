import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { askForPassword } from './confirm-password.ts'
import { askedFor } from './errors.ts'

/**
 * Where the server wants the password again before a dangerous act (decisions, section 4), asks for it in a dialog and
 * makes the same call once more: the page that called knows nothing of it, and nothing typed is lost.
 */
export const passwordLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let call: Unsubscribable
      const askAndTryAgain = async (giveUp: () => void) => {
        if (await askForPassword()) attempt(true)
        else giveUp()
      }
      const attempt = (last: boolean) => {
        call = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            // Nobody is asked on behalf of a call that the page made by itself.
            if (last || askedFor(error) !== 'password' || op.context.background) observer.error(error)
            else void askAndTryAgain(() => observer.error(error))
          },
        })
      }
      attempt(false)
      return () => call.unsubscribe()
    })
