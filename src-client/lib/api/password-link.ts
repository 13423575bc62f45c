import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '#server/routers/router.ts'
import { askForPassword } from './confirm-password.ts'
import { askedFor } from './errors.ts'

/**
 * If the server requires the password again before a sensitive action, asks for it in a dialog and repeats the call.
 * The calling page need not know, and nothing typed is lost.
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
            // Background calls never ask.
            if (last || askedFor(error) !== 'password' || op.context.background) observer.error(error)
            else void askAndTryAgain(() => observer.error(error))
          },
        })
      }
      attempt(false)
      return () => call.unsubscribe()
    })
