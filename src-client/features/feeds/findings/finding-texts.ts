import type { FeedFinding, SignKind } from '#shared/contract/feed-finding.ts'

type Described = Pick<FeedFinding<SignKind>, 'kind' | 'change'>

/** Which texts describe the setting that a finding suggests; null if it suggests none. */
export function getSuggestionKey({ kind, change }: Described) {
  if (!change || kind === 'parcelMask' || kind === 'severalParcels' || kind === 'parcelRange' || kind === 'futureDates')
    return null
  if (kind === 'nameOrder') return change.nameOrder === 'FIRST_LAST' ? 'FIRST_LAST' : 'LAST_FIRST'
  if (kind === 'nameWidth') return change.nameWidth === null ? 'otherWidth' : 'nameWidth'
  return kind
}

/** Which texts describe a finding. */
export function getTextKey(finding: Described) {
  const { kind } = finding
  if (kind === 'nameOrder') return getSuggestionKey(finding) === 'FIRST_LAST' ? 'FIRST_LAST' : 'LAST_FIRST'
  if (kind === 'nameWidth') return getSuggestionKey(finding) === 'nameWidth' ? 'nameWidth' : 'otherWidth'
  return kind
}

/** What a finding counts. */
export function getCounted(kind: SignKind): 'names' | 'ids' | 'records' {
  if (kind === 'futureDates') return 'records'
  return kind === 'nameOrder' || kind === 'doubleSpaces' || kind === 'nameWidth' ? 'names' : 'ids'
}
