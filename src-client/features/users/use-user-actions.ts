import { useTranslation } from 'react-i18next'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'

export const userListPath = '/controlPanel/users'

type UserRef = Pick<ManagedUser, 'id' | 'username' | 'status'>

/** Activate, Deactivate and Delete, with their questions, for the list and for a user's own page. */
export function useUserActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const change = trpc.userManager.userChangeStatusSingle.useMutation()
  const remove = trpc.userManager.userDelete.useMutation()
  const isPending = change.isPending || remove.isPending
  const invalidate = () => Promise.all([utils.userManager.invalidate(), utils.support.invalidate()])

  /**
   * Asks first if the user is locked or the registration unfinished; other changes run at once (administrator.md,
   * section 4).
   */
  const isSure = ({ status }: UserRef) => {
    if (status === 'L') return ask({ title: t('users.lockedQuestion'), detail: t('users.lockedDetail') })
    if (status === 'P') return ask({ title: t('users.pendingQuestion'), detail: t('users.pendingDetail') })
    return Promise.resolve(true)
  }
  return {
    toggle: async (user: UserRef) => {
      if (isPending || !(await isSure(user))) return
      change.mutate({ userId: user.id }, refreshThenShow(invalidate))
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
