import { useTranslation } from 'react-i18next'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { Correctable } from './correct-dialog.tsx'

/** Removes a recipient that no alert uses, once the reader agrees. Staff also say whether it is somebody else's. */
export function useRemoveRecipient(): (
  recipient: Pick<Correctable, 'channel' | 'id' | 'value' | 'owner'>,
) => Promise<void> {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const remove = trpc.userView.recipientRemove.useMutation(
    refreshThenShow(() => Promise.all([utils.userView.recipients.invalidate(), utils.controlPanel.invalidate()])),
  )
  return async ({ channel, id, value, owner }) => {
    if (remove.isPending) return
    const question = {
      title: t('recipient.removeQuestion', { value }),
      detail: t('recipient.removeDetail'),
      yes: t('recipient.removeYes'),
      destructive: true,
    }
    if (!(await ask(question))) return
    const other = {
      title: t('recipient.otherQuestion', { value }),
      detail: t('recipient.otherDetail'),
      yes: t('recipient.otherYes'),
      no: t('recipient.otherNo'),
    }
    remove.mutate({ channel, id, belongsToOther: owner !== undefined && (await ask(other)) })
  }
}
