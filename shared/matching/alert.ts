import type { ParcelMask, Watched } from '#shared/matching/types.ts'

/** An alert, read and normalised once. Opaque to callers. */
export type ReadAlert = { watched: Watched; mask: ParcelMask }

export function readAlert(watched: Watched, mask: ParcelMask): ReadAlert {
  return { watched, mask }
}

export function alertKeys(_alert: ReadAlert): string[] {
  return []
}

export function alertMatchTexts(_alert: ReadAlert): string[] {
  return []
}
