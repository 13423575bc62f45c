import { useStartContent } from '#client/lib/api/start-content.ts'
import type { AlertType, MatchOptions } from '#shared/contract/alert.ts'
import { alertTypeTable } from '#shared/domain/alert/alert-types.ts'

/** The match options of a type that the county offers: it may have switched the weekly email off. */
export function useOfferedOptions(type: AlertType): readonly (keyof MatchOptions)[] {
  const hasWeekly = useStartContent()?.weeklyEmail ?? true
  const { variants } = alertTypeTable[type]
  return hasWeekly ? variants : variants.filter((variant) => variant !== 'possible')
}
