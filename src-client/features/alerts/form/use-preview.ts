import { keepPreviousData } from '@tanstack/react-query'
import type { CriteriaInput } from '#shared/contract/alert.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { PreviewState } from './alert-preview.tsx'

/** The criteria of the chosen type only: values typed for another type change nothing. */
function previewInput({ alertType, variants, ...values }: CriteriaInput): CriteriaInput {
  const only = (type: typeof alertType, value: string) => (type === alertType ? value.trim() : '')
  return {
    alertType,
    firstName: only('NAME', values.firstName),
    lastName: only('NAME', values.lastName),
    businessName: only('BUSINESS', values.businessName),
    parcelId: only('PARCEL_ID', values.parcelId),
    variants,
  }
}

function isComplete(criteria: CriteriaInput): boolean {
  if (criteria.alertType === 'NAME') return criteria.firstName !== '' && criteria.lastName !== ''
  return criteria.businessName !== '' || criteria.parcelId !== ''
}

/** What the criteria would have found, requested again 300 ms after the last change. */
export function usePreview(values: CriteriaInput): PreviewState {
  // Debounced as text: a new object for each render would never settle.
  const written = JSON.stringify(previewInput(values))
  const rested = useDebounced(written)
  const criteria = JSON.parse(rested) as CriteriaInput
  const enabled = isComplete(criteria)
  const query = trpc.userView.alertPreview.useQuery(criteria, {
    enabled,
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
  if (!isComplete(JSON.parse(written) as CriteriaInput)) return { kind: 'incomplete' }
  if (query.error) return { kind: 'failed' }
  if (!query.data || !enabled) return { kind: 'loading' }
  return { kind: 'found', preview: query.data.content, stale: query.isPlaceholderData || rested !== written }
}
