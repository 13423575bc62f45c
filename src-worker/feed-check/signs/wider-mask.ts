import { parseMask, type ParcelMask, splitParcel } from '#shared/matching/parcels/parcel.ts'
import { fitsMask } from '#shared/matching/public.ts'

/** A mask that lets fewer ids pass is a guess. */
const minFitting = 3
/** The longest part that a mask may add. */
const maxAdded = 10

/**
 * The county's mask with its last part optional, or with an optional part more, whichever lets more of the misfits pass;
 * null if neither lets half of them pass. Every id that fits the county's mask fits these too.
 * @param misfits ids that do not fit the mask
 */
export function findWiderMask(
  misfits: readonly string[],
  mask: NonNullable<ParcelMask>,
): { mask: string; misfits: number } | null {
  if (mask.lastOptional) return null
  const tried = listCandidates(misfits, mask).map((candidate) => {
    const wider = parseMask(candidate)
    return { mask: candidate, misfits: misfits.filter((id) => !fitsMask(id, wider)).length }
  })
  const [best] = tried.toSorted((a, b) => a.misfits - b.misfits)
  const fitting = best ? misfits.length - best.misfits : 0
  return best && fitting >= minFitting && fitting >= misfits.length / 2 ? best : null
}

function listCandidates(misfits: readonly string[], { segments }: NonNullable<ParcelMask>): string[] {
  const written = segments.join('-')
  const added = misfits
    .map(splitParcel)
    .filter(({ length }) => length === segments.length + 1)
    .reduce((longest, parts) => Math.max(longest, parts.at(-1)?.length ?? 0), 0)
  return [
    ...(segments.length > 1 ? [`${written}?`] : []),
    ...(added > 0 && added <= maxAdded ? [`${written}-${added}?`] : []),
  ]
}
