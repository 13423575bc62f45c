import { getErrorMessage, getStatus, requiresLogin } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import type { Channel } from '#shared/contract/alert.ts'

/** The status of a rejection, such as a reached limit. */
const refused = 400

/**
 * Sends a saved recipient another confirmation request, one at a time. A failed call stays silent; a rejection (a
 * reached limit, a suppressed recipient) is shown.
 */
export function useResend() {
  const options = {
    meta: { handled: true },
    onSuccess: ({ message }: { message?: string | undefined }) => message && showMessage('OK', message),
    onError: (error: unknown) => {
      if (requiresLogin(error)) goToLogin()
      else if (getStatus(error) === refused) void showMessage('WARNING', getErrorMessage(error))
    },
  }
  const email = trpc.userView.alertResendEmail.useMutation(options)
  const phone = trpc.userView.alertResendPhone.useMutation(options)
  const resending = [email, phone].find((item) => item.isPending)
  return {
    /** NaN while none is being sent. */
    resendingId: Number(resending?.variables?.id),
    onResend: (channel: Channel, id: number) => {
      if (!resending) ({ EMAIL: email, PHONE: phone })[channel].mutate({ id })
    },
  }
}
