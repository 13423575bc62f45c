import type { FeedFinding, FindingDismissal, SignKind } from '../../contract/feed-finding.ts'

/** Fewer ids that do not fit the parcel mask are slips of the pen, not the feed's way of writing. */
const minMisfits = 3

/** Whether staff have something to decide. All else is shown to them as a count, without alarm. */
export function isSign(finding: FeedFinding): finding is FeedFinding<SignKind> {
  if (finding.kind === 'unreadableNames') return false
  return finding.kind !== 'parcelMask' || finding.count >= minMisfits
}

/** What to remember of a finding that staff dismiss. */
export const toDismissal = (finding: FeedFinding<SignKind>): FindingDismissal => ({
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
