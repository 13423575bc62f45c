import { useTranslation } from 'react-i18next'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'

/** Held notices to decide about: by reason, feed or record. */
export type HeldNotices = {
  which: { reason?: string; feedId?: number; eventId?: number }
  notices: number
  /** What they have in common, as it is shown. */
  name: string
}
type Decision = 'release' | 'discard'

const isSame = (one: HeldNotices['which'], other: HeldNotices['which'] | undefined) =>
  other !== undefined && one.reason === other.reason && one.feedId === other.feedId && one.eventId === other.eventId

/** Releases or discards held notices, after a question that names how many. */
export function useHeldDecisions() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const onSettled = () =>
    Promise.all([
      utils.feeds.held.invalidate(),
      utils.feeds.heldByFeed.invalidate(),
      utils.feeds.heldRecords.invalidate(),
      utils.feeds.waitingCount.invalidate(),
    ])
  const release = trpc.feeds.releaseHeld.useMutation({
    onSuccess: ({ content }) => showToast(t('feeds.held.released', { count: content.released })),
    onSettled,
  })
  const discard = trpc.feeds.discardHeld.useMutation({
    onSuccess: ({ content }) => showToast(t('feeds.held.discarded', { count: content.discarded })),
    onSettled,
  })
  const calls = { release, discard }
  return {
    isBusy: (decision: Decision, { which }: HeldNotices) =>
      calls[decision].isPending && isSame(which, calls[decision].variables),
    decide: async (decision: Decision, { which, notices, name }: HeldNotices) => {
      if (release.isPending || discard.isPending) return
      const yes = await ask({
        title: t(`feeds.held.${decision}Question`, { count: notices }),
        detail: t(`feeds.held.${decision}Detail`, { name }),
        yes: t(`feeds.held.${decision}Yes`),
        destructive: decision === 'discard',
      })
      if (yes) calls[decision].mutate({ ...which, notices })
    },
  }
}
export type HeldDecisions = ReturnType<typeof useHeldDecisions>
