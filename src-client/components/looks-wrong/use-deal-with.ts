import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { LooksWrong } from '#server/support/looks-wrong.ts'
import { showToast } from '#client/lib/toasts.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Who answered: a name, or the address where it has no owner. */
export const nameOf = ({ owner, target }: LooksWrong): string => owner?.name ?? target

/** Which of them it is, in a few words: the name and the document. */
export const whichOf = (answer: LooksWrong, t: TFunction): { name: string; document: string } => ({
  name: nameOf(answer),
  document: answer.record?.documentId ?? t('looksWrong.gone'),
})

/** Marks an answer as dealt with, which can be undone at once, or opens it again. */
export function useDealWith() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const { mutate, isPending, variables } = trpc.support.dealWithAnswer.useMutation({
    onSettled: () => Promise.all([utils.support.looksWrong.invalidate(), utils.support.looksWrongCount.invalidate()]),
  })
  const set = (answer: LooksWrong, dealtWith: boolean): void =>
    mutate(
      { noticeId: answer.noticeId, dealtWith },
      {
        onSuccess: () => {
          const which = whichOf(answer, t)
          if (dealtWith) {
            showToast(t('looksWrong.markedOf', which), {
              label: t('looksWrong.undo'),
              elsewhere: t('looksWrong.undoElsewhere'),
              act: () => set(answer, false),
            })
          } else showToast(t('looksWrong.opened', which))
        },
      },
    )
  return { set, busyWith: isPending ? variables.noticeId : undefined }
}
