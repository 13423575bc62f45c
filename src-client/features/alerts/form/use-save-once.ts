import { useRef } from 'react'
import { isUnanswered } from '#client/lib/api/errors.ts'
import { useAskAboutDuplicates, useFindDuplicates, useFindSame, type Written } from './use-confirm-duplicate.ts'

/**
 * Saves new alerts after the question about duplicates. A save whose answer was lost may have been carried out: when
 * the same is submitted again, it first looks for the alerts that the lost save would have made, so that it makes no
 * second ones.
 * @returns `saveOnce(alerts, save, recover)`: what `save` returned; or `recover(ids)` if the alerts, in their order,
 *   are saved already; undefined if the reader said no
 */
export function useSaveOnce({ byStaff = false } = {}) {
  const findSame = useFindSame({ byStaff })
  const findDuplicates = useFindDuplicates({ byStaff })
  const askAboutDuplicates = useAskAboutDuplicates({ byStaff })
  /** The alerts of a save without an answer, which had no duplicate before it. */
  const lost = useRef<string>(undefined)

  return async <Saved>(
    alerts: Written[],
    save: () => Promise<Saved>,
    recover: (ids: number[]) => Saved,
  ): Promise<Saved | undefined> => {
    const written = JSON.stringify(alerts)
    if (lost.current === written) {
      const found = await Promise.all(alerts.map((alert) => findSame(alert, alert.name)))
      const ids = found.flatMap((same) => same?.id ?? [])
      if (ids.length === alerts.length) return recover(ids)
    }
    lost.current = undefined
    const duplicates = await findDuplicates(alerts)
    if (!(await askAboutDuplicates(duplicates))) return undefined
    try {
      return await save()
    } catch (error) {
      if (isUnanswered(error) && duplicates.length === 0) lost.current = written
      throw error
    }
  }
}
