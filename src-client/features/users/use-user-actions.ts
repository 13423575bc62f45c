import { useTranslation } from 'react-i18next'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { trpc } from '#client/lib/api/trpc.ts'

export const userListPath = '/controlPanel/users'

type One = Pick<ManagedUser, 'id' | 'username' | 'status'>

/** Activate, Deactivate and Delete, with their questions; on the list and on a user's own page. */
export function useUserActs({ onDeleted }: { onDeleted?: () => void } = {}) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const change = trpc.userManager.userChangeStatusSingle.useMutation()
  const remove = trpc.userManager.userDelete.useMutation()
  const acting = change.isPending || remove.isPending
  const forget = () => Promise.all([utils.userManager.invalidate(), utils.support.invalidate()])

  /** A lock or an unfinished registration is asked about; other changes run at once (specification, section 4). */
  const isSure = ({ status }: One) => {
    if (status === 'L') return ask({ title: t('users.lockedQuestion'), detail: t('users.lockedDetail') })
    if (status === 'P') return ask({ title: t('users.pendingQuestion'), detail: t('users.pendingDetail') })
    return Promise.resolve(true)
  }
  return {
    toggle: async (user: One) => {
      if (acting || !(await isSure(user))) return
      change.mutate(
        { userId: user.id },
        {
          onSuccess: async ({ message = '' }) => {
            await forget()
            void showMessage('OK', message)
          },
        },
      )
    },
    remove: async ({ id, username }: One) => {
      if (acting) return
      const sure = await ask({
        title: t('users.deleteQuestion', { username }),
        detail: t('users.deleteDetail'),
        yes: t('users.deleteYes'),
        destructive: true,
      })
      if (!sure) return
      // The answer's list is REST's; the page reads its own again, with the number of all.
      remove.mutate(
        { userId: id, page: 1 },
        {
          onSuccess: async ({ message = '' }) => {
            onDeleted?.()
            await forget()
            void showMessage('OK', message)
          },
        },
      )
    },
  }
}
