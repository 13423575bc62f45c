import type { StoppedAlert } from '#server/recipients/told-stops.ts'
import { showMessage } from '#client/lib/prompts.ts'
import { trpc } from '#client/lib/trpc.ts'

/** What a resident may do about addresses that get no alerts: send again, or leave it so. */
export function useStops() {
  const utils = trpc.useUtils()
  const options = {
    onSuccess: async ({ message }: { message?: string | undefined }) => {
      await utils.home.invalidate()
      if (message) void showMessage('OK', message)
    },
  }
  const allow = trpc.home.allowAgain.useMutation(options)
  const dismiss = trpc.home.dismissStop.useMutation(options)
  const resume = trpc.home.resumeAlert.useMutation(options)
  return {
    busy: allow.isPending || dismiss.isPending || resume.isPending,
    onAllow: (id: number) => allow.mutate({ id }),
    onDismiss: (id: number) => dismiss.mutate({ id }),
    onResume: ({ alertId, channel, recipientId }: StoppedAlert) => resume.mutate({ alertId, channel, recipientId }),
  }
}
