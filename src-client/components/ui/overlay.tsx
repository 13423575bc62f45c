import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

let locks = 0

/** Holds the page behind still; styles/base.css does the rest. Answers the undoing. */
function lockScroll(): () => void {
  const root = document.documentElement
  locks += 1
  root.dataset.locked = ''
  return () => {
    locks -= 1
    if (locks === 0) delete root.dataset.locked
  }
}

type OverlayProps = ComponentProps<'div'> & {
  /**
   * Gives the focus back, as soon as the dialog is gone. Radix's onCloseAutoFocus comes after a timer, which a busy page
   * holds up: a reader who has gone on by keyboard meanwhile would be taken back from what they type or press.
   */
  onRemoved: () => void
}

/**
 * What lies behind a dialog and places it. Ours, not Radix's: that one locks scrolling with an inline style sheet,
 * which the content security policy refuses.
 */
export function Overlay({ onRemoved, className, children, ...rest }: OverlayProps) {
  const own = useRef<HTMLDivElement>(null)
  const gone = useRef(onRemoved)
  useLayoutEffect(() => {
    gone.current = onRemoved
  })
  useLayoutEffect(lockScroll, [])
  useLayoutEffect(() => {
    const { current: element } = own
    return () =>
      // Once it is off the page: until then Radix would keep the focus in it.
      queueMicrotask(() => {
        if (!element?.isConnected) gone.current()
      })
  }, [])
  return (
    <div
      ref={own}
      data-overlay=""
      className={cn(
        'fixed inset-0 z-30 grid animate-appear grid-cols-1 items-end bg-overlay sm:items-center sm:justify-items-center sm:p-8',
        className,
      )}
      {...rest}
    >
      {children}
    </div>
  )
}
