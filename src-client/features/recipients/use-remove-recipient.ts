import { useTranslation } from 'react-i18next'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { Correctable } from './correct-dialog.tsx'

/** Removes a recipient that no alert uses, once the reader agrees. */
export function useRemoveRecipient(): (recipient: Pick<Correctable, 'channel' | 'id' | 'value'>) => Promise<void> {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const remove = trpc.userView.recipientRemove.useMutation(
    refreshThenShow(() => Promise.all([utils.userView.recipients.invalidate(), utils.controlPanel.invalidate()])),
  )
  return async ({ channel, id, value }) => {
    if (remove.isPending) return
    const question = {
      title: t('recipient.removeQuestion', { value }),
      detail: t('recipient.removeDetail'),
      yes: t('recipient.removeYes'),
      destructive: true,
    }
    if (await ask(question)) remove.mutate({ channel, id })
  }
}
