import type { StoppedAlert } from '#server/features/recipients/suppressed-addresses.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { trpc } from '#client/lib/api/trpc.ts'

type Link = Pick<StoppedAlert, 'alertId' | 'channel' | 'recipientId'>

/** Names each act on each address, so that the button that was pressed knows itself. */
export const stopActs = {
  allow: (id: number) => `allow ${id}`,
  dismiss: (id: number) => `dismiss ${id}`,
  resume: ({ alertId, channel, recipientId }: Link) => `resume ${alertId} ${channel} ${recipientId}`,
}

/** What a resident may do about addresses that get no alerts: send again, or leave it so. One at a time. */
export function useStops() {
  const utils = trpc.useUtils()
  const options = {
    // It runs until the page shows what came of it.
    onSuccess: async ({ message }: { message?: string | undefined }) => {
      await utils.home.invalidate()
      if (message) void showMessage('OK', message)
    },
  }
  const allow = trpc.home.allowAgain.useMutation(options)
  const dismiss = trpc.home.dismissStop.useMutation(options)
  const resume = trpc.home.resumeAlert.useMutation(options)
  return {
    /** The act that runs (`stopActs`), or ''. */
    running:
      (allow.isPending && stopActs.allow(allow.variables.id)) ||
      (dismiss.isPending && stopActs.dismiss(dismiss.variables.id)) ||
      (resume.isPending && stopActs.resume(resume.variables)) ||
      '',
    onAllow: (id: number) => allow.mutate({ id }),
    onDismiss: (id: number) => dismiss.mutate({ id }),
    onResume: ({ alertId, channel, recipientId }: StoppedAlert) => resume.mutate({ alertId, channel, recipientId }),
  }
}
