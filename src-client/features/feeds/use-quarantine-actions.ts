import { FileSearch, RefreshCw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import type { FeedCalls } from './feed-types.ts'

type Item = FeedCalls['quarantine']['content']['items'][number]

/** What staff can do with quarantined records: show one as it was sent, retry it, discard it, or retry all. */
export function useQuarantineActions(onShow: (id: number) => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const onSettled = () => utils.feeds.invalidate()

  const retry = trpc.feeds.retry.useMutation({
    onSettled,
    onSuccess: ({ content: { problems } }) => {
      if (problems.length === 0) showToast(t('feeds.quarantine.taken'))
      else void showMessage('WARNING', t('feeds.quarantine.stays', { problems: problems.join('; ') }))
    },
  })
  const retryAll = trpc.feeds.retryAll.useMutation({
    onSettled,
    onSuccess: ({ content: { all, ...counts } }) =>
      void showMessage('INFO', t(all ? 'feeds.quarantine.retried' : 'feeds.quarantine.retriedSome', counts)),
  })
  const discard = trpc.feeds.discard.useMutation({
    onSettled,
    onSuccess: () => showToast(t('feeds.quarantine.discarded')),
  })
  const getLabel = ({ documentId }: Item) => documentId || t('feeds.quarantine.noId')
  const confirm = async (item: Item) => {
    const yes = await ask({
      title: t('feeds.quarantine.discardQuestion', { id: getLabel(item) }),
      detail: t('feeds.quarantine.discardDetail'),
      yes: t('feeds.quarantine.discard'),
      destructive: true,
    })
    if (yes) discard.mutate({ id: item.id })
  }

  const getActions = (item: Item): RowAction[] => [
    { key: 'show', label: t('feeds.quarantine.show'), icon: FileSearch, action: () => onShow(item.id) },
    {
      key: 'retry',
      label: t('feeds.quarantine.retry'),
      icon: RefreshCw,
      action: () => retry.mutate({ id: item.id }),
      busy: retry.isPending && retry.variables.id === item.id && t('feeds.quarantine.retrying'),
    },
    {
      key: 'discard',
      label: t('feeds.quarantine.discard'),
      icon: Trash2,
      action: () => void confirm(item),
      destructive: true,
    },
  ]
  return { retryAll, getActions }
}
