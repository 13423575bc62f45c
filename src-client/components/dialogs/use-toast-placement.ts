import { type RefObject, useEffect, useState } from 'react'
import { openDialogs } from '#client/lib/dialogs/open-dialogs.ts'
import { bottomPlacement, placeToast, type ToastPlacement } from './toast-placement.ts'

const controls = 'a[href], button, input, select, textarea, summary, label'
/** The buttons that end a form, a dialog or a card, and the choices that end the page. */
const ends = '[data-ends]'

/**
 * A placement of `list` that hides neither the focused or last pressed control nor the buttons at the end of the page's
 * forms or of the top dialog. It does not move while the reader uses it.
 */
export function useToastPlacement(list: RefObject<HTMLElement | null>): ToastPlacement {
  const [place, setPlace] = useState(bottomPlacement)
  useEffect(() => {
    const own = list.current
    // Not every browser focuses a tapped button.
    let pressed: Element | null = null
    // A pointer that happens to rest where a toast appears is not using it.
    let pointerAtIt = false
    const setPointer = ({ type }: Event) => {
      pointerAtIt = type === 'pointermove'
    }
    const look = () => {
      if (!own || own.childElementCount === 0 || pointerAtIt || own.matches(':focus-within')) return
      const focused = document.activeElement
      const page = [...document.querySelectorAll(openDialogs)].at(-1) ?? document
      const spared = [
        ...page.querySelectorAll(ends),
        ...(focused instanceof HTMLElement && focused.tabIndex >= 0 ? [focused] : []),
        ...(pressed?.isConnected ? [pressed] : []),
      ]
      const { left, right, height } = own.getBoundingClientRect()
      const boxes = spared.filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect())
      const next = placeToast({ left, right, height }, boxes, innerHeight)
      setPlace((before) => (before.edge === next.edge && before.offset === next.offset ? before : next))
    }
    // After the browser has scrolled to the focused control.
    const soon = () => requestAnimationFrame(look)
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element) || own?.contains(target)) return
      pressed = target.closest(controls)
      soon()
    }
    const more = new ResizeObserver(look)
    if (own) more.observe(own)
    const until = new AbortController()
    const { signal } = until
    own?.addEventListener('pointermove', setPointer, { signal })
    own?.addEventListener('pointerleave', setPointer, { signal })
    document.addEventListener('focusin', soon, { signal })
    document.addEventListener('click', onPress, { capture: true, signal })
    document.addEventListener('scrollend', look, { capture: true, passive: true, signal })
    window.addEventListener('resize', look, { signal })
    return () => {
      more.disconnect()
      until.abort()
    }
  }, [list])
  return place
}
