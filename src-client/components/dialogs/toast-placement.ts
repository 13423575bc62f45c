/** Px from the edge of the window, and from what must not be covered. */
const margin = 16
const gap = 8

type Box = { top: number; bottom: number; left: number; right: number }

export type ToastPlacement = { edge: 'top' | 'bottom'; offset: number }

/** Where nothing stands in the way. */
export const bottomPlacement: ToastPlacement = { edge: 'bottom', offset: margin }

/**
 * Where a box that lies over the page covers none of what it must not: as low as can be, but in the lower half of the
 * window, else at its top.
 * @param box how wide it stands, and how high it is
 * @param others what it must not cover; what is taller than half the window cannot be spared
 */
export function placeToast(
  { left, right, height }: { left: number; right: number; height: number },
  others: readonly Box[],
  windowHeight: number,
): ToastPlacement {
  const inTheWay = others
    .filter((one) => one.left < right && left < one.right && one.bottom - one.top < windowHeight / 2)
    .toSorted((one, other) => other.bottom - one.bottom)
  let bottom = windowHeight - margin
  for (const one of inTheWay) if (one.bottom > bottom - height - gap && one.top < bottom) bottom = one.top - gap
  if (bottom - height < windowHeight / 2) return { edge: 'top', offset: margin }
  return { edge: 'bottom', offset: windowHeight - bottom }
}
