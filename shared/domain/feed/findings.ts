import type { FeedFinding, FindingDismissal } from '../../contract/feed-finding.ts'

/** What to remember of a finding that staff dismiss. */
export const toDismissal = (finding: FeedFinding): FindingDismissal => ({
  kind: finding.kind,
  change: finding.change,
  share: getShare(finding),
})

const getShare = ({ count, of }: FeedFinding) => (of === 0 ? 0 : count / of)

/** A dismissed finding that grew by this factor is news. */
const newsFactor = 2

/** Whether staff dismissed this finding, and it has not changed since: it suggests the same and is not twice as common. */
export function isDismissed(finding: FeedFinding, dismissals: readonly FindingDismissal[]): boolean {
  return dismissals.some(
    ({ kind, change, share }) =>
      kind === finding.kind && isSameChange(change, finding.change) && getShare(finding) < share * newsFactor,
  )
}

function isSameChange(a: FeedFinding['change'], b: FeedFinding['change']): boolean {
  return (
    a?.nameOrder === b?.nameOrder &&
    a?.nameWidth === b?.nameWidth &&
    a?.doubleSpaceSplits === b?.doubleSpaceSplits &&
    a?.losesLeadingZeros === b?.losesLeadingZeros
  )
}
