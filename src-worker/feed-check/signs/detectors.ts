import type { SignKind } from '#shared/contract/feed-finding.ts'
import { detectDoubleSpaces } from './double-spaces.ts'
import { detectFutureDates } from './future-dates.ts'
import { detectNameOrder } from './name-order.ts'
import { detectNameWidth } from './name-width.ts'
import { detectLongRanges, detectLostZeros, detectMisfits, detectSeveralParcels } from './parcels.ts'
import type { DetectSign } from './sign.ts'

/** A detector for each kind of finding, in the order in which staff see them. */
export const detectors: Record<SignKind, DetectSign> = {
  nameOrder: detectNameOrder,
  doubleSpaces: detectDoubleSpaces,
  nameWidth: detectNameWidth,
  leadingZeros: detectLostZeros,
  parcelMask: detectMisfits,
  severalParcels: detectSeveralParcels,
  parcelRange: detectLongRanges,
  futureDates: detectFutureDates,
}
