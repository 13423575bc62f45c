import { useTranslation } from 'react-i18next'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import type { ManagedUser } from '#shared/contract/user-manager.ts'

export const userListPath = '/controlPanel/users'

type UserRef = Pick<ManagedUser, 'id' | 'username' | 'status'>

/** Loads again what a change of a user may have changed. */
function useInvalidate() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.userManager.invalidate(), utils.support.invalidate()])
}

/** Activate and Deactivate, which offers Undo. */
function useStatusChange() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const invalidate = useInvalidate()
  const change = trpc.userManager.userChangeStatusSingle.useMutation()

  /** It may be pressed on another page, or after another person activated the user. */
  const undo = async (id: number) => {
    const { content } = await utils.userManager.user.fetch({ id }, { staleTime: 0 })
    if (content.status === 'I') await change.mutateAsync({ userId: id })
    await invalidate()
    showToast(t('users.undone'))
  }
  const offerUndo = ({ id, username }: UserRef) =>
    showToast(t('users.deactivated', { username }), {
      label: t('users.undo'),
      elsewhere: t('users.undoElsewhere'),
      // The central error handler shows an error.
      act: () => undo(id).catch(() => undefined),
    })
  return {
    isPending: change.isPending,
    toggle: (user: UserRef) =>
      change.mutate(
        { userId: user.id },
        {
          onSuccess: async ({ content, message = '' }) => {
            await invalidate()
            if (content.status === 'I') offerUndo(user)
            else void showMessage('OK', message)
          },
        },
      ),
  }
}

/** Activate, Deactivate and Delete, with their questions, for the list and for a user's own page. */
export function useUserActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const { t } = useTranslation()
  const status = useStatusChange()
  const remove = trpc.userManager.userDelete.useMutation()
  const isPending = status.isPending || remove.isPending
  const invalidate = useInvalidate()

  /** Asks first if the user is locked or the registration unfinished; other changes run immediately. */
  const isSure = ({ status: before }: UserRef) => {
    if (before === 'L') return ask({ title: t('users.lockedQuestion'), detail: t('users.lockedDetail') })
    if (before === 'P') return ask({ title: t('users.pendingQuestion'), detail: t('users.pendingDetail') })
    return Promise.resolve(true)
  }
  return {
    toggle: async (user: UserRef) => {
      if (!isPending && (await isSure(user))) status.toggle(user)
    },
    remove: async ({ id, username }: UserRef) => {
      if (isPending) return
      const sure = await ask({
        title: t('users.deleteQuestion', { username }),
        detail: t('users.deleteDetail'),
        yes: t('users.deleteYes'),
        destructive: true,
      })
      if (!sure) return
      // The response carries a list for REST clients; the page refetches its own, with the full count.
      remove.mutate(
        { userId: id, page: 1 },
        refreshThenShow(() => {
          onDeleted?.()
          return invalidate()
        }),
      )
    },
  }
}
