import type { Channel } from '#shared/contract/alert.ts'
import { showMessage } from '#client/lib/prompts.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Asks a saved recipient again to confirm; one at a time. */
export function useResend() {
  const told = { onSuccess: ({ message }: { message?: string | undefined }) => message && showMessage('OK', message) }
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
