import { useTranslation } from 'react-i18next'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import type { OwnRecipient } from '#server/routers/alerts/own-recipients.ts'

/** Removes one of the reader's recipients that no alert uses, once the reader agrees. */
export function useRemoveRecipient(): (recipient: Pick<OwnRecipient, 'channel' | 'id' | 'value'>) => Promise<void> {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const remove = trpc.userView.recipientRemove.useMutation(
    refreshThenShow(() => utils.userView.recipients.invalidate()),
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
