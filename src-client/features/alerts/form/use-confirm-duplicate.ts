import { useTranslation } from 'react-i18next'
import type { Criteria } from '#shared/contract/alert.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { trpc } from '#client/lib/api/trpc.ts'

/** An alert about to be saved; `id` if it was saved before. */
type Written = {
  criteria: Criteria
  id?: number | null | undefined
  userId?: number | null | undefined
  name: string
}

/**
 * Two alerts may have the same criteria. The form points that out and asks before saving, for saved alerts and for
 * those saved together (decisions, section 5). Staff are asked about the alerts of the user they name.
 */
export function useConfirmDuplicate({ byStaff = false } = {}) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()

  const findDuplicate = async (written: Written, before: Written[]) => {
    const { id, userId } = written
    const { alertType } = written.criteria
    const criteria = formatCriteria(written.criteria)
    const together = before.find(
      (item) =>
        item.criteria.alertType === alertType && formatCriteria(item.criteria).toLowerCase() === criteria.toLowerCase(),
    )
    const asked = { alertType, criteria, except: id ?? undefined }
    const find = () =>
      byStaff && userId
        ? utils.controlPanel.sameAlert.fetch({ ...asked, userId })
        : utils.userView.sameAlert.fetch(asked)
    const same = together ?? (await find()).content
    return same && { criteria, name: same.name }
  }

  return async (alerts: Written[]): Promise<boolean> => {
    const found = await Promise.all(alerts.map((item, index) => findDuplicate(item, alerts.slice(0, index))))
    for (const same of found) {
      if (!same) continue
      const { criteria, name } = same
      const yes = await ask({
        title: t('alert.sameTitle', { criteria }),
        detail: t(byStaff ? 'alertAdmin.entry.sameDetail' : 'alert.sameDetail', { name }),
        yes: t('alert.sameYes'),
      })
      if (!yes) return false
    }
    return true
  }
}
