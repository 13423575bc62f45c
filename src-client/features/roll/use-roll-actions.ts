import { useTranslation } from 'react-i18next'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { losesMany } from '#shared/contract/roll-load.ts'
import type { PendingRoll, RollVersion } from './roll-types.ts'

type Changed = () => Promise<unknown>
const handled = { meta: { handled: true } }

/** Runs an action and then shows the page's new state, whether or not it succeeded. */
const act = (call: () => Promise<unknown>, { done, onChanged }: { done: string; onChanged: Changed }) =>
  submit(async () => {
    try {
      await call()
      showToast(done)
    } finally {
      await onChanged()
    }
  })

/** Stops a version that is being read, or discards one that waits for a decision, after a question. */
export function useDiscardRoll(onChanged: Changed) {
  const { t } = useTranslation()
  const call = trpc.rollVersions.drop.useMutation(handled)
  const toQuestion = ({ state, fileName: file }: PendingRoll) => {
    const stop = t('roll.upload.stopYes')
    if (state === 'uploading')
      return { title: t('roll.upload.stopQuestion'), detail: t('roll.upload.stopDetail', { file }), yes: stop }
    const detail = t('roll.coming.dropDetail', { file })
    return state === 'loaded'
      ? { title: t('roll.coming.dropQuestion'), detail, yes: t('roll.coming.dropYes') }
      : { title: t('roll.coming.stopQuestion'), detail, yes: stop }
  }
  const discard = async (roll: PendingRoll) => {
    const { id } = roll
    const sure = await ask({ ...toQuestion(roll), destructive: true })
    if (sure)
      await act(() => call.mutateAsync({ id }), {
        done: t(roll.state === 'loaded' ? 'roll.coming.dropped' : 'roll.coming.stopped'),
        onChanged,
      })
  }
  return { discard, isDiscarding: call.isPending }
}

/** Puts a version into use after a question, and a second one if it loses more than a tenth of the parcels. */
export function usePutIntoUse(onChanged: Changed) {
  const { t } = useTranslation()
  const call = trpc.rollVersions.use.useMutation(handled)

  const askFirst = ({ comparison, parcels }: PendingRoll, inUse: number | null) => {
    const { added = 0, gone = 0, changed = 0 } = comparison ?? {}
    const counts = { added: formatCount(added), gone: formatCount(gone), changed: formatCount(changed) }
    return ask({
      title: t('roll.coming.useQuestion'),
      detail:
        inUse === null
          ? t('roll.coming.useFirst', { parcels: formatCount(parcels) })
          : t('roll.coming.useDetail', counts),
      yes: t('roll.coming.useYes'),
    })
  }
  const askAboutLoss = (gone: number, inUse: number) =>
    ask({
      title: t('roll.coming.lossQuestion', { gone: formatCount(gone) }),
      detail: t('roll.coming.lossDetail', { inUse: formatCount(inUse) }),
      yes: t('roll.coming.lossYes', { gone: formatCount(gone) }),
      destructive: true,
    })

  /** @param inUse parcels of the roll in use; null if there is none */
  const putIntoUse = async (roll: PendingRoll, inUse: number | null) => {
    if (!(await askFirst(roll, inUse))) return
    const gone = roll.comparison?.gone ?? 0
    const isLargeLoss = inUse !== null && losesMany(gone, inUse)
    if (isLargeLoss && !(await askAboutLoss(gone, inUse))) return
    const choice = { id: roll.id, ...(isLargeLoss && { gone }) }
    await act(() => call.mutateAsync(choice), { done: t('roll.coming.used'), onChanged })
  }
  return { putIntoUse, isSwapping: call.isPending }
}

/** Goes back to an earlier version, after the same questions. */
export function useGoBack(onChanged: Changed) {
  const { t } = useTranslation()
  const call = trpc.rollVersions.goBack.useMutation(handled)

  const askAboutLoss = (fewer: number, inUse: number) =>
    ask({
      title: t('roll.backLossQuestion', { count: fewer, fewer: formatCount(fewer) }),
      detail: t('roll.backLossDetail', { inUse: formatCount(inUse) }),
      yes: t('roll.backYes'),
      destructive: true,
    })

  const goBack = async ({ id, fileName, parcels }: RollVersion, inUse: number) => {
    const sure = await ask({
      title: t('roll.backQuestion'),
      detail: t('roll.backDetail', { file: fileName, parcels: formatCount(parcels), inUse: formatCount(inUse) }),
      yes: t('roll.backYes'),
    })
    if (!sure) return
    const fewer = Math.max(0, inUse - parcels)
    const isLargeLoss = losesMany(fewer, inUse)
    if (isLargeLoss && !(await askAboutLoss(fewer, inUse))) return
    const choice = { id, ...(isLargeLoss && { gone: fewer }) }
    await act(() => call.mutateAsync(choice), { done: t('roll.backDone'), onChanged })
  }
  return { goBack, isSwapping: call.isPending }
}
