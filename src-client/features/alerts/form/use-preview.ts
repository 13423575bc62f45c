import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/api/trpc.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { type Criteria, criteriaInput } from '#shared/contract/alert.ts'
import { isComplete } from '#shared/domain/alert/alert-types.ts'
import type { PreviewState } from './alert-preview.tsx'

type PreviewOptions = { alertId?: number | undefined; byStaff?: boolean | undefined }

/**
 * What the criteria would have found, requested again 300 ms after the last change.
 * @param options.alertId the form's saved alert, whose exceptions apply here too
 * @param options.byStaff whether staff write the alert: then the reasons speak of its owner in the third person
 */
export function usePreview(written: Criteria, { alertId, byStaff = false }: PreviewOptions = {}): PreviewState {
  // Debounced as text: a new object for each render would never settle.
  const text = JSON.stringify(written)
  const rested = useDebounced(text)
  const criteria = criteriaInput.parse(JSON.parse(rested))
  const enabled = isComplete(criteria)
  const query = trpc.userView.alertPreview.useQuery(
    { ...criteria, alertId, ...(byStaff && { forStaff: true }) },
    {
      enabled,
      placeholderData: keepPreviousData,
      meta: { handled: true },
    },
  )
  if (!isComplete(written)) return { kind: 'incomplete' }
  if (query.error && !query.isFetching) return { kind: 'failed', retry: () => void query.refetch() }
  if (!query.data || !enabled) return { kind: 'loading' }
  return { kind: 'found', preview: query.data.content, stale: query.isPlaceholderData || rested !== text }
}
