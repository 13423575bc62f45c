import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { StoppedAlert } from '#server/features/recipients/suppressed-addresses.ts'

type Link = Pick<StoppedAlert, 'alertId' | 'channel' | 'recipientId'>

/** A key for each action on each address, so that only the pressed button is busy. */
export const suppressionActionKeys = {
  allow: (id: number) => `allow ${id}`,
  dismiss: (id: number) => `dismiss ${id}`,
  resume: ({ alertId, channel, recipientId }: Link) => `resume ${alertId} ${channel} ${recipientId}`,
}

/** A resident's actions on suppressed addresses: resume messages, or leave the address suppressed. One at a time. */
export function useSuppressionActions() {
  const utils = trpc.useUtils()
  const options = {
    // Busy until the page shows the result.
    onSuccess: async ({ message }: { message?: string | undefined }) => {
      await utils.home.invalidate()
      if (message) void showMessage('OK', message)
    },
  }
  const allow = trpc.home.allowAgain.useMutation(options)
  const dismiss = trpc.home.dismissStop.useMutation(options)
  const resume = trpc.home.resumeAlert.useMutation(options)
  return {
    /** The action that is running (`suppressionActionKeys`), or ''. */
    runningAction:
      (allow.isPending && suppressionActionKeys.allow(allow.variables.id)) ||
      (dismiss.isPending && suppressionActionKeys.dismiss(dismiss.variables.id)) ||
      (resume.isPending && suppressionActionKeys.resume(resume.variables)) ||
      '',
    onAllow: (id: number) => allow.mutate({ id }),
    onDismiss: (id: number) => dismiss.mutate({ id }),
    onResume: ({ alertId, channel, recipientId }: StoppedAlert) => resume.mutate({ alertId, channel, recipientId }),
  }
}
