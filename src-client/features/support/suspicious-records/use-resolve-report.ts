import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { trpc } from '#client/lib/api/trpc.ts'

/** Who answered: a name, or the address where it has no owner. */
export const reporterName = ({ owner, target }: SuspiciousReport): string => owner?.name ?? target

/**
 * Marks an answer as dealt with, which can be undone at once, or opens it again. `busyWith` are the notices of all that
 * are under way: the next may be marked before the last is answered.
 */
export function useResolveReport() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [pendingNoticeIds, setBusyWith] = useState<readonly number[]>([])
  const { mutateAsync } = trpc.support.dealWithAnswer.useMutation({
    onSettled: () => Promise.all([utils.support.looksWrong.invalidate(), utils.support.looksWrongCount.invalidate()]),
  })
  async function set(answer: SuspiciousReport, dealtWith: boolean): Promise<void> {
    const name = reporterName(answer)
    const { noticeId } = answer
    setBusyWith((before) => [...before, noticeId])
    try {
      // Undo may be pressed on another page: what is awaited outlives this one.
      await mutateAsync({ noticeId, dealtWith })
    } catch {
      // The reader was told by the one place for errors.
      return
    } finally {
      setBusyWith((before) => before.toSpliced(before.indexOf(noticeId), 1))
    }
    if (!dealtWith) return showToast(t('looksWrong.opened', { name }))
    showToast(t('looksWrong.marked', { name }), {
      label: t('looksWrong.undo'),
      elsewhere: t('looksWrong.undoElsewhere'),
      act: () => void set(answer, false),
    })
  }
  return { set, pendingNoticeIds }
}
