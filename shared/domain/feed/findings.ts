import type { FeedFinding, FindingDismissal, SignKind } from '../../contract/feed-finding.ts'

/** A smaller number of ids that do not fit the parcel mask are typing errors, not the feed's format. */
const minMisfits = 3

/** Whether staff have something to decide. They see all other findings as a count, without an alarm. */
export function isSign(finding: FeedFinding): finding is FeedFinding<SignKind> {
  if (finding.kind === 'unreadableNames') return false
  return finding.kind !== 'parcelMask' || finding.count >= minMisfits
}

/** What we remember of a finding that staff discard. */
export const toDismissal = (finding: FeedFinding<SignKind>): FindingDismissal => ({
  kind: finding.kind,
  change: finding.change,
  share: getShare(finding),
})

const getShare = ({ count, of }: FeedFinding) => (of === 0 ? 0 : count / of)

/** A discarded finding that grew by this factor is shown again. */
const newsFactor = 2

/**
 * Whether staff discarded this finding, and it has not changed since: it suggests the same and is not twice as common.
 */
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
