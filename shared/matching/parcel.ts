import type { ParcelMask } from '#shared/matching/types.ts'

const maskShape = /^\d{1,2}(?:-\d{1,2})*\??$/

/**
 * Reads a county's parcel mask: lengths of the segments, '2-2-3-3-4', with '?' at the end where the last is optional.
 * Throws a RangeError in plain words where it is none.
 */
export function parseMask(text: string): ParcelMask {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!maskShape.test(trimmed)) throw new RangeError('Write the mask as lengths joined by hyphens, such as 2-2-3-3-4.')
  const lastOptional = trimmed.endsWith('?')
  return { segments: trimmed.replace('?', '').split('-').map(Number), lastOptional }
}

export function parcelProblem(_parcelId: string, _mask: ParcelMask): string | null {
  return null
}

export function spoiltParcel(_value: string): string | null {
  return null
}
