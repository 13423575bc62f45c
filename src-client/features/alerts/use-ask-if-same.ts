import { useTranslation } from 'react-i18next'
import type { CriteriaInput } from '#shared/contract/alert.ts'
import { criteriaOf, watchedOf } from '#shared/rules/alert.ts'
import { ask } from '#client/lib/prompts.ts'
import { trpc } from '#client/lib/trpc.ts'

/** An alert that is about to be saved; `id` where it is saved already. */
type Written = CriteriaInput & { id?: number | null | undefined; name: string }

/** Two alerts may watch the same; the reader is told so and asked, of saved ones and of those that are saved with it. */
export function useAskIfSame() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()

  const sameAs = async (written: Written, before: Written[]) => {
    const criteria = criteriaOf(watchedOf(written))
    const { content } = await utils.userView.alerts.fetch({ filterText: criteria })
    const others = [
      ...before.map((one) => ({ ...one, criteria: criteriaOf(watchedOf(one)) })),
      ...content.alerts.filter(({ id }) => id !== written.id),
    ]
    const same = others.find(
      (one) => one.alertType === written.alertType && one.criteria.toLowerCase() === criteria.toLowerCase(),
    )
    return same && { criteria, name: same.name }
  }

  return async (alerts: Written[]): Promise<boolean> => {
    const found = await Promise.all(alerts.map((one, index) => sameAs(one, alerts.slice(0, index))))
    for (const same of found) {
      if (!same) continue
      const { criteria, name } = same
      const yes = await ask({
        title: t('alert.sameTitle', { criteria }),
        detail: t('alert.sameDetail', { name }),
        yes: t('alert.sameYes'),
      })
      if (!yes) return false
    }
    return true
  }
}
