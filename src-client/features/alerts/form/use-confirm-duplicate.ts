import { useTranslation } from 'react-i18next'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import type { Criteria } from '#shared/contract/alert.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'

/** An alert about to be saved; `id` if it was saved before. */
export type Written = {
  criteria: Criteria
  id?: number | null | undefined
  userId?: number | null | undefined
  name: string
}

/** An alert with the criteria of one that is about to be saved; no id if it is about to be saved too. */
type Same = { criteria: string; name: string; id?: number }

/** Asks the server for another alert with the same criteria. Staff ask about the alerts of the user they name. */
export function useFindSame({ byStaff = false } = {}) {
  const utils = trpc.useUtils()
  // A save since the last answer may have added one.
  const fresh = { staleTime: 0 }
  return async ({ id, userId, criteria: { ...criteria } }: Written, name?: string): Promise<Same | undefined> => {
    const text = formatCriteria(criteria)
    const asked = { alertType: criteria.alertType, criteria: text, except: id ?? undefined, name }
    const { content } =
      byStaff && userId
        ? await utils.controlPanel.sameAlert.fetch({ ...asked, userId }, fresh)
        : await utils.userView.sameAlert.fetch(asked, fresh)
    return content ? { criteria: text, ...content } : undefined
  }
}

/** Finds alerts with the criteria of those about to be saved, among the saved ones and among themselves. */
export function useFindDuplicates({ byStaff = false } = {}) {
  const findSame = useFindSame({ byStaff })
  const findDuplicate = async (written: Written, before: Written[]): Promise<Same | undefined> => {
    const { alertType } = written.criteria
    const criteria = formatCriteria(written.criteria)
    const together = before.find(
      (item) =>
        item.criteria.alertType === alertType && formatCriteria(item.criteria).toLowerCase() === criteria.toLowerCase(),
    )
    return together ? { criteria, name: together.name } : findSame(written)
  }
  return async (alerts: Written[]): Promise<Same[]> => {
    const found = await Promise.all(alerts.map((item, index) => findDuplicate(item, alerts.slice(0, index))))
    return found.filter((same) => same !== undefined)
  }
}

/**
 * Two alerts may have the same criteria. The form points that out and asks before saving, for saved alerts and for
 * those saved together.
 */
export function useAskAboutDuplicates({ byStaff = false } = {}) {
  const { t } = useTranslation()
  return async (duplicates: Same[]): Promise<boolean> => {
    for (const { criteria, name } of duplicates) {
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
