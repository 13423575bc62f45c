import { useTranslation } from 'react-i18next'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { getSuggestionKey } from './finding-texts.ts'
import type { FeedDetail } from './finding-types.ts'
import type { Finding } from './finding-types.ts'

/** What staff can do with findings: set the suggested setting, discard one, show it again, and check again. */
export function useFindingActions(
  feed: FeedDetail,
  { hasUnsaved, onStated }: { hasUnsaved: boolean; onStated: () => void },
) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const save = trpc.feeds.save.useMutation({
    onSuccess: async () => {
      showToast(t('feeds.noticed.saved'))
      await utils.feeds.invalidate()
      onStated()
    },
    onError: () => utils.feeds.invalidate(),
  })
  const dismissal = trpc.feeds.dismissFinding.useMutation({
    onSuccess: (_answer, { dismissed }) =>
      showToast(t(dismissed ? 'feeds.noticed.dismissed' : 'feeds.noticed.restored')),
    onSettled: () => Promise.all([utils.feeds.findings.invalidate(), utils.feeds.list.invalidate()]),
  })
  const check = trpc.feeds.checkRecords.useMutation({ onSettled: () => utils.feeds.findings.invalidate() })

  const state = async (finding: Finding) => {
    const key = getSuggestionKey(finding)
    if (!finding.change || !key) return
    const setting = t(`feeds.noticed.settings.${key}`, { width: finding.change.nameWidth ?? '' })
    const yes = await ask({
      title: t('feeds.noticed.question', { name: feed.name }),
      detail: [
        t('feeds.noticed.change', { setting }),
        t('feeds.noticed.detail'),
        ...(hasUnsaved ? [t('feeds.noticed.unsaved')] : []),
      ].join(' '),
    })
    if (!yes) return
    const { id, version, closed: _closed, ...settings } = feed
    save.mutate({ id, version, feed: { ...settings, ...finding.change } })
  }
  return {
    check: () => check.mutate({ feedId: feed.id }),
    isAsking: check.isPending,
    state,
    dismiss: ({ kind }: Finding, dismissed: boolean) => dismissal.mutate({ feedId: feed.id, kind, dismissed }),
    getBusy: ({ kind }: Finding) => ({
      state: save.isPending && t('form.saving'),
      dismiss: dismissal.isPending && dismissal.variables.kind === kind && t('form.saving'),
    }),
  }
}
