/** In px, from the edge of the window and from what must stay visible. */
const margin = 16
const gap = 8

type Box = { top: number; bottom: number; left: number; right: number }

export type ToastPlacement = { edge: 'top' | 'bottom'; offset: number }

/** The placement when nothing is in the way. */
export const bottomPlacement: ToastPlacement = { edge: 'bottom', offset: margin }

/**
 * The placement at which a box over the page hides nothing that must stay visible: as low as possible in the lower half
 * of the window, otherwise at the top.
 * @param box its width and height
 * @param others what must stay visible; anything taller than half the window is ignored
 */
export function placeToast(
  { left, right, height }: { left: number; right: number; height: number },
  others: readonly Box[],
  windowHeight: number,
): ToastPlacement {
  const inTheWay = others
    .filter((item) => item.left < right && left < item.right && item.bottom - item.top < windowHeight / 2)
    .toSorted((item, other) => other.bottom - item.bottom)
  let bottom = windowHeight - margin
  for (const item of inTheWay) if (item.bottom > bottom - height - gap && item.top < bottom) bottom = item.top - gap
  if (bottom - height < windowHeight / 2) return { edge: 'top', offset: margin }
  return { edge: 'bottom', offset: windowHeight - bottom }
}
