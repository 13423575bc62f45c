import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { trpc } from '#client/lib/api/trpc.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'

/** The reporter: a name, or the address if it has no owner. */
export const reporterName = ({ owner, target }: SuspiciousReport): string => owner?.name ?? target

/** Loads again everything that shows reports. */
export const refreshReports = ({ support }: ReturnType<typeof trpc.useUtils>) =>
  Promise.all([
    support.looksWrong.invalidate(),
    support.looksWrongCount.invalidate(),
    support.unopenedReports.invalidate(),
    support.report.invalidate(),
  ])

/**
 * Resolves a report, with Undo, or reopens it. `pendingNoticeIds` are the notices of all calls in progress: the next
 * report can be resolved before the last call returns.
 */
export function useResolveReport() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [pendingNoticeIds, setBusyWith] = useState<readonly number[]>([])
  const { mutateAsync } = trpc.support.dealWithAnswer.useMutation({
    onSettled: () => refreshReports(utils),
  })
  async function set(answer: SuspiciousReport, dealtWith: boolean): Promise<void> {
    const name = reporterName(answer)
    const { noticeId } = answer
    setBusyWith((before) => [...before, noticeId])
    try {
      // Undo may be pressed on another page, so these calls must outlive this component.
      await mutateAsync({ noticeId, dealtWith })
    } catch {
      // The central error handler has already shown the error.
      return
    } finally {
      setBusyWith((before) => before.toSpliced(before.indexOf(noticeId), 1))
    }
    if (!dealtWith) return showToast(t('looksWrong.reopened', { name }))
    showToast(t('looksWrong.marked', { name }), {
      label: t('looksWrong.undo'),
      elsewhere: t('looksWrong.undoElsewhere'),
      act: () => void set(answer, false),
    })
  }
  return { set, pendingNoticeIds }
}
