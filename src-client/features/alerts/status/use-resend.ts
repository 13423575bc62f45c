import type { Channel } from '#shared/contract/alert.ts'
import { messageOf, statusOf, wantsLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { trpc } from '#client/lib/api/trpc.ts'

/** Of a refusal, such as a limit that is reached. */
const refused = 400

/**
 * Asks a saved recipient again to confirm; one at a time. A call that fails stays silent, what the server refuses is
 * shown (end-user.md, section 8; decisions, section 5).
 */
export function useResend() {
  const told = {
    meta: { handled: true },
    onSuccess: ({ message }: { message?: string | undefined }) => message && showMessage('OK', message),
    onError: (error: unknown) => {
      if (wantsLogin(error)) goToLogin()
      else if (statusOf(error) === refused) void showMessage('WARNING', messageOf(error))
    },
  }
  const email = trpc.userView.alertResendEmail.useMutation(told)
  const phone = trpc.userView.alertResendPhone.useMutation(told)
  const resending = [email, phone].find((one) => one.isPending)
  return {
    /** NaN while none is being asked. */
    resendingId: Number(resending?.variables?.id),
    onResend: (channel: Channel, id: number) => {
      if (!resending) (channel === 'EMAIL' ? email : phone).mutate({ id })
    },
  }
}
