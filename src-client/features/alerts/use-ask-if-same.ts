import { useTranslation } from 'react-i18next'
import { criteriaOf, watchedOf } from '#shared/rules/alert.ts'
import type { AlertFormValues } from '#client/components/alert-form/alert-form-values.ts'
import { ask } from '#client/lib/prompts.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Two alerts may watch the same; the reader is told so and asked. */
export function useAskIfSame() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  return async (values: AlertFormValues): Promise<boolean> => {
    const criteria = criteriaOf(watchedOf(values))
    const { content } = await utils.userView.alerts.fetch({ filterText: criteria })
    const same = content.alerts.find(
      (one) =>
        one.id !== values.id &&
        one.alertType === values.alertType &&
        one.criteria.toLowerCase() === criteria.toLowerCase(),
    )
    if (!same) return true
    return ask({
      title: t('alert.sameTitle', { criteria }),
      detail: t('alert.sameDetail', { name: same.name }),
      yes: t('alert.sameYes'),
    })
  }
}
